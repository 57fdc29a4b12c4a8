import { Button } from "@chakra-ui/react";
import { Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const ReportDialog = lazy(() => import("./report-dialog.tsx"));

interface ReportButtonProps {
  /** Path of the site that shows it. */
  readonly link: string;
  /** What is reported, within a sentence: "this artwork". */
  readonly what: string;
}

/** Stands beside whatever people publish. */
export function ReportButton({ link, what }: ReportButtonProps) {
  const [isReporting, setReporting] = useState(false);
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
          <ReportDialog link={link} what={what} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}
