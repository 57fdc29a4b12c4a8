import { Button } from "@chakra-ui/react";
import { Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "#web/session/use-session.ts";

const ReportDialog = lazy(() => import("./report-dialog.tsx"));

interface ReportButtonProps {
  /** What is reported, within a sentence: "this artwork". */
  readonly what: string;
  /** Who published it, to whom nothing is offered. */
  readonly by: string;
  /** Id of the part of the page that shows it, where the whole page isn't meant. */
  readonly part?: string;
}

/** Stands beside whatever people publish, on the page that shows it. */
export function ReportButton({ what, by, part }: ReportButtonProps) {
  const { pathname } = useLocation();
  const { user } = useSession();
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
        <Suspense>
          <ReportDialog
            link={part ? `${pathname}#${part}` : pathname}
            what={what}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
