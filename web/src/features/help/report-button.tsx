import { Button } from "@chakra-ui/react";
import Flag from "lucide-react/icons/flag";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { ThreadId } from "#shared/model/ids.ts";
import { useUser } from "#web/session/use-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const ReportDialog = lazyPart(() => import("./report-dialog.tsx"));

interface ReportButtonProps {
  /** The reported item, as words within a sentence: "this artwork". */
  readonly what: string;
  /** Id of the publisher, for whom the button is hidden. */
  readonly by: string;
  /** Path of its own page, if that isn't the present one. */
  readonly path?: string;
  /** Id of its element, if it is a part of the page. */
  readonly part?: string;
  /** Its conversation, which only the participants can report. */
  readonly threadId?: ThreadId;
}

/** Reports something that a user published. */
export function ReportButton({ what, by, path, part, threadId }: ReportButtonProps) {
  const { pathname } = useLocation();
  const user = useUser();
  const [isReporting, setReporting] = useState(false);
  if (user?.id === by) return null;
  return (
    <>
      <Button
        variant="ghost"
        colorPalette="neutral"
        size="sm"
        px="3"
        color="fg.muted"
        aria-haspopup="dialog"
        aria-label={`Report ${what}`}
        onClick={() => setReporting(true)}
      >
        <Flag aria-hidden />
        Report
      </Button>
      {isReporting && (
        <ReportDialog
          link={`${path ?? pathname}${part ? `#${part}` : ""}`}
          threadId={threadId}
          what={what}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  );
}
