import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { ifUnchanged, isLostRace } from "../../../platform/table/conditions.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { requireAll } from "../../../platform/table/query-all.ts";
import { backOff } from "../../../platform/table/retries.ts";
import { attempt, type Write } from "../../../platform/table/transact.ts";
import { findOrder, type OrderItem } from "../order/find-orders.ts";
import { OrderEntity } from "../order/order.entity.ts";
import { computeTotals, getReturned } from "../order/order-view.ts";
import { getDisputeNews } from "../stripe/dispute-states.ts";
import {
  buildBoughtDocumentsPartition,
  buildSoldDocumentsPartition,
  DocumentEntity,
  DocumentSeriesEntity,
} from "./document.entity.ts";
import { type DocumentItem, findDocuments } from "./find-documents.ts";

interface IssueServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

/** More than the concurrent documents of one seller: in each round one of them gets its number. */
const ATTEMPTS = 60;
const MAX_BACKOFF = 4;

/** Cents of a sale that were finally returned: by succeeded refunds and lost disputes, not by pending ones. */
export function computeCredited(order: Pick<OrderItem, "status" | "amounts" | "refunded" | "dispute">): number {
  const { status, amounts, refunded = 0, dispute } = order;
  const { orderSpent } = computeTotals(amounts);
  if (status === "refunded") return orderSpent;
  const isLost = dispute !== undefined && getDisputeNews(dispute) === "lost";
  return Math.min(orderSpent, isLost ? Math.max(refunded, getReturned(order).spent) : refunded);
}

/** Net cents according to an order's documents. */
export const sumBilled = (documents: readonly Pick<DocumentItem, "kind" | "amount">[]): number =>
  documents.reduce((sum, { kind, amount }) => sum + (kind === "creditNote" ? -amount : amount), 0);

/**
 * The next missing document of an order: the first has no number yet; more money was returned than credit notes say; or less,
 * since a bank rejected a refund, which needs a further receipt or invoice. Free and older orders have none.
 */
function findMissingDocument(order: OrderItem, documents: readonly DocumentItem[]): DocumentItem | undefined {
  const [first] = documents;
  if (!first) return undefined;
  if (first.number === undefined) return first;
  const difference = computeTotals(order.amounts).orderSpent - computeCredited(order) - sumBilled(documents);
  if (difference === 0) return undefined;
  return {
    orderId: order.orderId,
    sellerId: order.sellerId,
    nth: String(documents.length + 1),
    kind: difference < 0 ? "creditNote" : first.kind,
    amount: Math.abs(difference),
  };
}

const getSeries = ({ kind }: Pick<DocumentItem, "kind">) => (kind === "creditNote" ? "credit" : "bill");

/**
 * Issues an order's missing documents with the next numbers of their seller's series. Number and document are written in one
 * transaction, so that numbers have no gaps or duplicates and dates never decrease. Safe to repeat; throws after too many
 * conflicts.
 */
export async function issueDocuments({ table, now }: IssueServices, orderId: string): Promise<void> {
  for (let tried = 1; tried <= ATTEMPTS; tried++) {
    const order = await findOrder(table, orderId);
    const missing = order && findMissingDocument(order, await findDocuments(table, orderId, requireAll));
    if (!missing) return;
    if (!(await issue(table, order, missing, now()))) await backOff(Math.min(tried, MAX_BACKOFF));
  }
  throw new Error(`The documents of order ${orderId} could not be issued`);
}

/** False, without a write, if the series, the order or its documents changed meanwhile. */
async function issue(table: OpenTable, order: OrderItem, document: DocumentItem, now: Date): Promise<boolean> {
  const { buyerId, sellerId } = order;
  const key = { sellerId, series: getSeries(document) };
  const get = DocumentSeriesEntity.build(GetItemCommand).key(key).options({ consistent: true });
  const { Item: before } = await table.send(get);
  const last = (before?.last ?? 0) + 1;
  const today = now.toISOString();
  const issued = before && before.issued > today ? before.issued : today;
  const year = issued.slice(0, 4);
  const numbered = {
    number: last,
    issued,
    ofBuyer: buildBoughtDocumentsPartition(buyerId, year),
    ofSeller: buildSoldDocumentsPartition(sellerId, year),
  };
  const writes = [
    DocumentSeriesEntity.build(UpdateTransaction)
      .item({ ...key, last, issued })
      .options({ condition: ifUnchanged("last", before?.last) }),
    ...(document.nth === "1" ? numberFirst(document, numbered) : writeFurther(order, { ...document, ...numbered })),
  ];
  try {
    return (await attempt(table, writes)).length === 0;
  } catch (error) {
    if (isLostRace(error)) return false;
    throw error;
  }
}

const numberFirst = (
  { orderId, nth }: DocumentItem,
  numbered: Pick<DocumentItem, "number" | "issued" | "ofBuyer" | "ofSeller">,
): Write[] => [
  DocumentEntity.build(UpdateTransaction)
    .item({ orderId, nth, ...numbered })
    .options({
      condition: {
        and: [
          { attr: "kind", exists: true },
          { attr: "number", exists: false },
        ],
      },
    }),
];

/** Conditional on the order as it was read; otherwise the amount may be outdated. */
const writeFurther = ({ orderId, status, refunded, bookings, dispute }: OrderItem, document: DocumentItem): Write[] => [
  DocumentEntity.build(PutTransaction)
    .item(document)
    .options({ condition: { attr: "kind", exists: false } }),
  OrderEntity.build(ConditionCheck)
    .key({ orderId })
    .condition({
      and: [
        { attr: "status", eq: status },
        ifUnchanged("refunded", refunded),
        ifUnchanged("bookings", bookings),
        ifUnchanged("dispute.status", dispute?.status),
      ],
    }),
];
