import { chakra, Heading } from "@chakra-ui/react";
import { readDocument } from "#shared/contract/licenses.ts";
import type { Order } from "#shared/model/order.ts";
import { send } from "#web/api/send.ts";
import { DocumentRow } from "./document-row.tsx";

/** True while a document is about to be issued, shortly after payment or refund. */
export const awaitsDocument = ({ documents = [], status }: Order): boolean =>
  documents.some(({ number }) => number === null) ||
  (status === "refunded" && documents.length > 0 && documents.at(-1)?.kind !== "creditNote");

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
          <DocumentRow
            key={document.nth}
            document={document}
            read={(options) => send(readDocument, { params: { orderId, nth: document.nth } }, options)}
          />
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
