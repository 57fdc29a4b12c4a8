import { Button, chakra, Heading } from "@chakra-ui/react";
import FileDown from "lucide-react/icons/file-down";
import { useState } from "react";
import { readDocument } from "#shared/contract/licenses.ts";
import { DISPLAY } from "#shared/display.ts";
import type { OrderDocument } from "#shared/model/document.ts";
import type { Order } from "#shared/model/order.ts";
import { send } from "#web/api/send.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { DOCUMENT_LABELS, documentFileName } from "./document-labels.ts";

/** True while a document is about to be issued, shortly after payment or refund. */
export const awaitsDocument = ({ documents = [], status }: Order): boolean =>
  documents.some(({ number }) => number === null) ||
  (status === "refunded" && documents.length > 0 && documents.at(-1)?.kind !== "creditNote");

interface DocumentRowProps {
  readonly orderId: Order["orderId"];
  readonly document: OrderDocument;
}

function DocumentRow({ orderId, document }: DocumentRowProps) {
  const { nth, kind, number, issued } = document;
  const [isBusy, setBusy] = useState(false);
  const label = DOCUMENT_LABELS[kind];

  async function download() {
    setBusy(true);
    try {
      const options = { errorMessage: `The ${label.toLowerCase()} couldn't be downloaded` };
      const pdf = await send(readDocument, { params: { orderId, nth } }, options);
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

/** An order's receipt or invoice and credit notes; free and older orders have none. */
export function OrderDocuments({ order }: { readonly order: Order }) {
  const { orderId, documents = [] } = order;
  if (documents.length === 0) return null;
  const issued = documents.filter(({ number }) => number !== null);
  return (
    <chakra.section aria-labelledby="documents">
      <Heading as="h2" size="lg" id="documents" marginBottom="3">
        Documents
      </Heading>
      <chakra.ul display="grid" gap="3" listStyleType="none">
        {issued.map((document) => (
          <DocumentRow key={document.nth} orderId={orderId} document={document} />
        ))}
      </chakra.ul>
      <chakra.p
        role="status"
        textStyle="sm"
        color="fg.muted"
        marginTop={issued.length > 0 ? "3" : "0"}
        _empty={{ display: "none" }}
      >
        {awaitsDocument(order) ? "The next document will be here in a moment." : ""}
      </chakra.p>
    </chakra.section>
  );
}
