import { Badge, Button, chakra, Text } from "@chakra-ui/react";
import { useState } from "react";
import { endOtherSessions, endUserSession, listSessions } from "#shared/contract/auth.ts";
import { COUNTRIES } from "#shared/countries.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ListedSession } from "#shared/model/account.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { SettingsSection, sectionRow } from "./settings-section.tsx";

const countryName = (code: string) => COUNTRIES.find((country) => country.code === code)?.name ?? code;

const getName = ({ browser }: ListedSession) => browser ?? "Unknown browser";

const row = { ...sectionRow, columnGap: "4" } as const;

/** Reloads on focus, as sessions start and end elsewhere. */
const FRESH = {
  revalidateOnFocus: true,
  focusThrottleInterval: 0,
  errorMessage: MESSAGES.failedFetchSessions,
} as const;

/** The user's sessions; "Log out" ends this browser's own. */
export function SessionsSection({ settings }: { readonly settings: Settings }) {
  const params = { userId: settings.id };
  const sessions = useRead(listSessions, { params }, FRESH);
  const [ending, setEnding] = useState<string | null>(null);

  async function end(what: string, call: () => Promise<unknown>) {
    setEnding(what);
    // The API client shows a failure in a toast.
    await call().catch(() => {});
    await sessions.mutate();
    setEnding(null);
  }
  const endOne = ({ id: sessionId }: ListedSession) =>
    end(sessionId, () =>
      send(endUserSession, { params: { ...params, sessionId } }, { errorMessage: MESSAGES.failedEndSession }),
    );
  const endOthers = () =>
    end("others", () => send(endOtherSessions, { params }, { errorMessage: MESSAGES.failedEndSession }));

  return (
    <SettingsSection
      id="sessions"
      title="Sessions"
      text="Where you are logged in. Don't recognize one? Log it out and change your password."
    >
      <ReadResult read={sessions} fallback={<SkeletonColumns count={2} isNarrow label="Loading your sessions" />}>
        {({ items }) => (
          <>
            <chakra.ul listStyleType="none" aria-label="Sessions">
              {items.map((session) => (
                <chakra.li key={session.id} css={row}>
                  <chakra.div flex="1 1 12rem" minW="0">
                    <Text fontWeight="medium" overflowWrap="anywhere">
                      {getName(session)}
                    </Text>
                    <Text textStyle="sm" color="fg.muted">
                      {session.country && `${countryName(session.country)} · `}
                      Last used <RelativeTime value={session.used} />
                    </Text>
                  </chakra.div>
                  {session.current ? (
                    <Badge>This browser</Badge>
                  ) : (
                    <Button
                      size="sm"
                      variant="outline"
                      colorPalette="neutral"
                      aria-label={`Log out ${getName(session)}`}
                      loading={ending === session.id}
                      disabled={ending !== null}
                      onClick={() => endOne(session)}
                    >
                      Log out
                    </Button>
                  )}
                </chakra.li>
              ))}
            </chakra.ul>
            {items.some(({ current }) => !current) && (
              <Button
                variant="outline"
                colorPalette="neutral"
                width={{ base: "full", sm: "auto" }}
                justifySelf="start"
                loading={ending === "others"}
                disabled={ending !== null}
                onClick={endOthers}
              >
                Log out everywhere else
              </Button>
            )}
          </>
        )}
      </ReadResult>
    </SettingsSection>
  );
}
