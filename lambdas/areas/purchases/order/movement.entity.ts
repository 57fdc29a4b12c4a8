import { Entity } from "dynamodb-toolbox/entity";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { item, number, string } from "dynamodb-toolbox/schema";
import { formatSortableTime } from "../../../platform/runtime/time.ts";
import { partitionKey, sortKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

/**
 * A movement of an order's money, whose amounts never change: the payment, a refund or a dispute. Refunds and disputes
 * have numbers of the order's, so that the key keeps each from being booked twice. Signed cents; `spent` = `earned` +
 * `fee` holds for each.
 */
export const MovementEntity = new Entity({
  name: "movement",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    orderId: partitionKey("ORDER"),
    kind: sortKey("MOVEMENT"),
    intentId: string().optional(),
    /** Amounts of the buyer, the seller and the platform. */
    spent: number(),
    earned: number(),
    fee: number(),
    /** The tax within `fee`, which the platform owes to tax authorities. */
    tax: number().optional(),
    /** ISO 8601. */
    at: string(),
    /** For a payment whose seller's part hasn't moved or settled yet: list key and next check. */
    unsettledList: string().optional().savedAs("rankedPk"),
    nextAttempt: string().optional().savedAs("rankedSk"),
    /** Number of unsuccessful checks. */
    attempts: number().optional(),
  }),
});

/** Kind of an order's first movement. */
export const PAYMENT = "payment";

/** The partition of payments to settle in the index `ranked`. */
export const UNSETTLED = "UNSETTLED";

/** Attributes that list a payment for a check at a moment (epoch seconds); `SETTLED` removes it from the list. */
export const buildNextAttempt = (moment: number) => ({
  unsettledList: UNSETTLED,
  nextAttempt: formatSortableTime(moment),
});
export const SETTLED = { unsettledList: $remove(), nextAttempt: $remove(), attempts: $remove() };

/** The money of an order, in cents. */
export interface Booking {
  readonly orderId: string;
  readonly intentId?: string | undefined;
  readonly spent: number;
  readonly earned: number;
  readonly fee: number;
  readonly tax?: number | undefined;
  readonly at: string;
}

/** Books a payment; its settlement, which follows a moment later, is checked from `nextAttempt` on (epoch seconds). */
export const bookPayment = (booking: Booking, nextAttempt: number) =>
  MovementEntity.build(PutTransaction)
    .item({ ...booking, kind: PAYMENT, ...buildNextAttempt(nextAttempt) })
    .options({ condition: { attr: "at", exists: false } });
