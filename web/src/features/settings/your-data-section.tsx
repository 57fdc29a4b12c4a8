import { Button, chakra, Text } from "@chakra-ui/react";
import { useState } from "react";
import { downloadExport, readExport, requestExport } from "#shared/contract/users.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatFileSize } from "#shared/format.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { DataExport } from "#shared/model/data-export.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { ProgressTrack } from "#web/ui/progress-track.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { SettingsSection } from "./settings-section.tsx";

const POLL_MS = 3000;

/** Progress of the archive, mostly pictures. */
function ExportProgress({ done, pictures }: DataExport) {
  return (
    <chakra.div display="grid" gap="2.5">
      <chakra.div display="flex" justifyContent="space-between" alignItems="baseline" gap="4">
        <Text fontWeight="medium" role="status">
          Being prepared…
        </Text>
        {pictures > 0 && (
          <Text textStyle="sm" color="fg.muted">
            {done} of {pictures} {pictures === 1 ? "picture" : "pictures"}
          </Text>
        )}
      </chakra.div>
      <ProgressTrack label="Your data" fraction={pictures > 0 ? done / pictures : 0} />
      <Text textStyle="sm" color="fg.muted">
        You can leave this page. We'll email you when it's ready.
      </Text>
    </chakra.div>
  );
}

function Ready({ bytes, expires, leftOut }: DataExport) {
  return (
    <chakra.div>
      <Text fontWeight="medium" role="status">
        Your data is ready
      </Text>
      <Text textStyle="sm" color="fg.muted">
        ZIP, {formatFileSize(bytes)}
        {expires && (
          <>
            . Available until <DateTime value={expires} pattern={DISPLAY.shortDayFormat} />
          </>
        )}
      </Text>
      {leftOut > 0 && (
        <Text mt="2" textStyle="sm" color="fg.muted">
          It holds your newest pictures. {leftOut} older {leftOut === 1 ? "one" : "ones"} didn't fit;{" "}
          <code>data.json</code> lists them, and your artwork pages have the files.
        </Text>
      )}
    </chakra.div>
  );
}

const button = { width: { base: "full", sm: "auto" }, colorPalette: "neutral" } as const;

/** Requests and downloads an archive of the user's data. */
export function YourDataSection({ settings }: { readonly settings: Settings }) {
  const params = { userId: settings.id };
  const latest = useRead(
    readExport,
    { params },
    {
      revalidateOnFocus: true,
      focusThrottleInterval: 0,
      errorMessage: MESSAGES.failedFetchExport,
      // Inline, because SWR calls the same function only once.
      refreshInterval: (read) => (read?.status === "preparing" ? POLL_MS : 0),
    },
  );
  const [busy, setBusy] = useState<"request" | "download" | null>(null);

  async function run(what: "request" | "download", call: () => Promise<unknown>) {
    setBusy(what);
    // The API client shows a failure in a toast.
    await call().catch(() => {});
    await latest.mutate();
    setBusy(null);
  }
  const request = () =>
    run("request", () => send(requestExport, { params }, { errorMessage: MESSAGES.failedRequestExport }));
  const download = () =>
    run("download", () => send(downloadExport, { params }, { errorMessage: MESSAGES.failedDownloadExport }));

  return (
    <SettingsSection
      id="your-data"
      title="Your data"
      text="A copy of everything we keep about you: profile, artwork with the original files, orders, licenses and certificates, comments, favorites and more, as one ZIP archive."
    >
      <ReadResult
        read={latest}
        fallback={<SkeletonColumns count={1} isNarrow label="Loading the status of your data" />}
      >
        {(data) => (
          <>
            {data.status === "preparing" && <ExportProgress {...data} />}
            {data.status === "ready" && <Ready {...data} />}
            {data.status === "failed" && (
              <Text color="fg.error" role="status">
                Something went wrong. Request your data again.
              </Text>
            )}
            {data.again !== null && data.status !== "preparing" && (
              <Text mt="2" textStyle="sm" color="fg.muted">
                You can request it again after <DateTime value={data.again} pattern={DISPLAY.momentFormat} />.
              </Text>
            )}
            {data.status !== "preparing" && (
              <chakra.div display="flex" flexWrap="wrap" gap="3">
                {data.status === "ready" && (
                  <Button {...button} loading={busy === "download"} disabled={busy !== null} onClick={download}>
                    Download
                  </Button>
                )}
                {data.again === null && (
                  <Button
                    {...button}
                    variant="outline"
                    loading={busy === "request"}
                    disabled={busy !== null}
                    onClick={request}
                  >
                    {data.status === "none" ? "Request your data" : "Request again"}
                  </Button>
                )}
              </chakra.div>
            )}
          </>
        )}
      </ReadResult>
    </SettingsSection>
  );
}
