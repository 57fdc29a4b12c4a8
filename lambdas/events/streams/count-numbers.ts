import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { CaseKind } from "#shared/model/case.ts";
import type { DecisionFigure } from "#shared/model/numbers.ts";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { TakedownEntity } from "../../areas/artwork/takedown.entity.ts";
import { CaseEntity } from "../../areas/cases/case.entity.ts";
import type { CaseItem } from "../../areas/cases/find-cases.ts";
import { addFigures, type Counted, getDecisionTime } from "../../areas/numbers/numbers.ts";
import { getPlacedAt, type OrderItem } from "../../areas/purchases/order/find-orders.ts";
import { computeKeptTax, computeTotals, getReturned } from "../../areas/purchases/order/order-view.ts";
import { UserEntity } from "../../areas/users/user.entity.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { toDay } from "../../platform/runtime/day-range.ts";
import { getCreatedAt, toIso } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume, parseImage, parseRecordKey } from "./consume.ts";
import { parseOrder } from "./order-images.ts";

const HOUR_MS = 60 * 60 * 1000;

interface CountServices extends BaseServices {
  readonly table: OpenTable;
}

/** Counts sign-ups, works, sales, refunds and decisions by day for operators. */
export const countNumbers = (event: DynamoDBStreamEvent, services: CountServices) =>
  consume(event, services, async (record) => {
    const counted =
      countSuspension(record) ??
      countSignup(record) ??
      countWork(record) ??
      countOrder(record) ??
      countTakedown(record) ??
      countCase(record);
    if (!counted) return;
    if (!record.eventID) throw new Error("The record has no id");
    await addFigures(services.table, record.eventID, counted, services.now());
  });

function countSuspension(record: DynamoDBRecord): Counted | undefined {
  const suspension = parseImage(record, "NewImage", UserEntity)?.suspension;
  if (!suspension) return undefined;
  const before = parseImage(record, "OldImage", UserEntity)?.suspension;
  if (before?.suspensionId === suspension.suspensionId) return undefined;
  return { day: toDay(suspension.at), figures: { suspensions: 1 } };
}

function countTakedown(record: DynamoDBRecord): Counted | undefined {
  const key = record.eventName === "INSERT" ? parseRecordKey(record, TakedownEntity) : undefined;
  return key && { day: toDay(getCreatedAt(key.takedownId)), figures: { takedowns: 1 } };
}

const REPORTS: readonly CaseKind[] = ["notice", "conversation"];
const APPEALS: readonly CaseKind[] = ["counter_notice", "appeal"];

/** How a closed appeal ended; undefined if there was nothing left to decide. */
const APPEAL_ENDS: Readonly<Record<string, DecisionFigure>> = {
  restore: "appealsGranted",
  lift: "appealsGranted",
  keep_down: "appealsRefused",
  uphold: "appealsRefused",
};

function countCase(record: DynamoDBRecord): Counted | undefined {
  const after = parseImage(record, "NewImage", CaseEntity);
  if (!after) return undefined;
  const before = parseImage(record, "OldImage", CaseEntity);
  const { kind } = after;
  if (!before) {
    const figure = REPORTS.includes(kind) ? "notices" : APPEALS.includes(kind) ? "appeals" : undefined;
    return figure && { day: toDay(after.created), figures: { [figure]: 1 } };
  }
  if (after.status === before.status) return undefined;
  // A decision that is undone is no longer counted on its day.
  return after.status === "closed" ? countDecision(after, 1) : countDecision(before, -1);
}

function countDecision({ kind, created, closedAt = "", outcome = "" }: CaseItem, amount: number): Counted | undefined {
  const hours = (Date.parse(closedAt) - Date.parse(created)) / HOUR_MS;
  const figure = REPORTS.includes(kind)
    ? getDecisionTime(hours)
    : APPEALS.includes(kind)
      ? APPEAL_ENDS[outcome]
      : undefined;
  return figure && { day: toDay(closedAt), figures: { [figure]: amount } };
}

function countSignup(record: DynamoDBRecord): Counted | undefined {
  const after = parseImage(record, "NewImage", UserEntity);
  if (!after?.verified || parseImage(record, "OldImage", UserEntity)?.verified) return undefined;
  return { day: toDay(getCreatedAt(after.userId)), figures: { signups: 1 } };
}

function countWork(record: DynamoDBRecord): Counted | undefined {
  const key = record.eventName === "INSERT" ? parseRecordKey(record, ArtworkEntity) : undefined;
  return key && { day: toDay(getCreatedAt(key.artworkId)), figures: { works: 1 } };
}

function countOrder(record: DynamoDBRecord): Counted | undefined {
  const after = parseOrder(record, "NewImage");
  if (!after || after.leadOrderId) return undefined;
  const before = parseOrder(record, "OldImage");
  return before ? countReturned(before, after) : countSale(after);
}

function countSale(order: OrderItem): Counted | undefined {
  const { orderSpent, orderFee } = computeTotals(order.amounts);
  if (orderSpent === 0) return undefined;
  const fees = orderFee - (order.amounts.tax ?? 0);
  return { day: toDay(getPlacedAt(order)), figures: { sales: 1, sold: orderSpent, fees } };
}

/** Money that went back, or came again when a refund failed or a dispute was won. */
function countReturned(before: OrderItem, after: OrderItem): Counted | undefined {
  const [earlier, later] = [getReturned(before), getReturned(after)];
  const refunded = later.spent - earlier.spent;
  if (refunded === 0 || after.returnedAt === undefined) return undefined;
  const taxReturned = computeKeptTax(before.amounts, earlier.spent) - computeKeptTax(after.amounts, later.spent);
  return {
    day: toDay(toIso(after.returnedAt)),
    figures: {
      refunds: Number(later.spent > 0) - Number(earlier.spent > 0),
      refunded,
      feesReturned: later.fee - earlier.fee - taxReturned,
    },
  };
}
