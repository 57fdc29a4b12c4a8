import { Entity } from "dynamodb-toolbox/entity";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../table/item-key.ts";
import { MarketplaceTable } from "../../table/marketplace-table.ts";

/**
 * A movement of money, never changed: the payment, and under numbers of the order's what refunds and disputes moved since,
 * so that the key keeps it from being booked twice. Signed cents; `spent` = `earned` + `fee` holds for each.
 */
export const MovementEntity = new Entity({
  name: "movement",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    orderId: partitionKey("O"),
    kind: sortKey("M"),
    intentId: string().optional().savedAs("pi"),
    /** What moved on the buyer's, the seller's and our side. */
    spent: number().savedAs("sp"),
    earned: number().savedAs("ea"),
    fee: number().savedAs("fe"),
    /** ISO 8601. */
    at: string().savedAs("at"),
  }),
});

/** The money of an order, in cents. */
export interface Booking {
  readonly orderId: string;
  readonly intentId?: string | undefined;
  readonly spent: number;
  readonly earned: number;
  readonly fee: number;
  readonly at: string;
}

export const bookPayment = (booking: Booking) =>
  MovementEntity.build(PutTransaction)
    .item({ ...booking, kind: "payment" })
    .options({ condition: { attr: "at", exists: false } });
