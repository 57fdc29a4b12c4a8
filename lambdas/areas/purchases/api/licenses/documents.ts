import { listDocuments, readDocument } from "#shared/contract/licenses.ts";
import { OrderId } from "#shared/model/ids.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { toPage } from "../../../../platform/runtime/page.ts";
import { toDocument } from "../../documents/document-view.ts";
import { findDocuments, queryDocuments } from "../../documents/find-documents.ts";
import { findFurtherOrders } from "../../order/find-orders.ts";
import { findOwnOrder } from "./orders.ts";
import type { LicensesServices } from "./services.ts";

/** Rendered each time from the stored order and documents. */
export const readDocumentHandler = handle(
  readDocument,
  async ({ params: { orderId, nth }, actor }, { table }: LicensesServices) => {
    const order = await findOwnOrder(table, orderId, actor.userId);
    if (order instanceof Failure) return fail("document_not_found");
    const [documents, further, { drawDocument }] = await Promise.all([
      findDocuments(table, orderId),
      findFurtherOrders(table, order),
      import("../../pdf/draw-document.ts"),
    ]);
    return (await drawDocument(order, documents, nth, further)) ?? fail("document_not_found");
  },
);

interface Listed {
  readonly orderId: string;
  readonly nth: number;
}

const compareByOrder = (one: Listed, other: Listed) => one.orderId.localeCompare(other.orderId) || one.nth - other.nth;

export const listDocumentsHandler = handle(
  listDocuments,
  async ({ params: { userId }, query }, { table }: LicensesServices) => {
    const entries = await queryDocuments(table, { userId, side: query.type, year: query.year }, query);
    const { items, ...page } = toPage(
      entries,
      query.limit,
      ({ orderId, nth }) => `${orderId}.${nth}`,
      (entry) => {
        const { number, issued, ...shown } = toDocument(entry);
        return { ...shown, orderId: OrderId.parse(entry.orderId), number: number ?? "", issued: issued ?? "" };
      },
    );
    // The index doesn't sort the documents of one order.
    return { ...page, items: items.toSorted(compareByOrder) };
  },
);
