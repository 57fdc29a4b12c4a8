import { Button, chakra } from "@chakra-ui/react";
import FileDown from "lucide-react/icons/file-down";
import { useState } from "react";
import { DISPLAY } from "#shared/display.ts";
import type { OrderDocument } from "#shared/model/document.ts";
import type { SendOptions } from "#web/api/send.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { DOCUMENT_LABELS, documentFileName } from "./document-labels.ts";

interface DocumentRowProps {
  readonly document: OrderDocument;
  /** Reads the PDF. */
  readonly read: (options: SendOptions) => Promise<BlobPart>;
}

/** An issued document with a button that downloads it. */
export function DocumentRow({ document, read }: DocumentRowProps) {
  const { kind, number, issued } = document;
  const [isBusy, setBusy] = useState(false);
  const label = DOCUMENT_LABELS[kind];

  async function download() {
    setBusy(true);
    try {
      const pdf = await read({ errorMessage: `The ${label.toLowerCase()} couldn't be downloaded` });
      saveFile(documentFileName(document), "application/pdf", pdf);
    } catch {
      // The API client shows the failure in a toast.
    } finally {
      setBusy(false);
    }
  }

  return (
    <chakra.li display="flex" alignItems="center" gap="3">
      <chakra.span flex="1" minWidth="0">
        <chakra.span display="block">{label}</chakra.span>
        <chakra.span display="block" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {number}
          {issued && (
            <>
              , <DateTime value={issued} pattern={DISPLAY.shortDayFormat} isUtc />
            </>
          )}
        </chakra.span>
      </chakra.span>
      <Button variant="outline" colorPalette="neutral" size="sm" loading={isBusy} onClick={() => void download()}>
        <FileDown aria-hidden />
        PDF
        <chakra.span srOnly>
          of {label.toLowerCase()} {number}
        </chakra.span>
      </Button>
    </chakra.li>
  );
}
