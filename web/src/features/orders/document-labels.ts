import type { DocumentKind, OrderDocument } from "#shared/model/document.ts";

export const DOCUMENT_LABELS: Readonly<Record<DocumentKind, string>> = {
  receipt: "Receipt",
  invoice: "Invoice",
  creditNote: "Credit note",
};

/** Such as `invoice-9F3A21C0-12.pdf`. */
export const documentFileName = ({ kind, number }: Pick<OrderDocument, "kind" | "number">): string =>
  `${DOCUMENT_LABELS[kind].toLowerCase().replace(" ", "-")}-${number}.pdf`;
