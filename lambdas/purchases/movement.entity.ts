import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partOf, sortedBy } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/**
 * A movement of money, never changed: an order has one payment and at most one way back, so the key keeps it from
 * being booked twice. Signed cents; `spent` = `earned` + `fee` holds for each.
 */
export const MovementEntity = new Entity({
  name: "movement",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    orderId: partOf("O"),
    kind: sortedBy("M"),
    intentId: string().optional().savedAs("pi"),
    /** What moved on the buyer's, the seller's and our side. */
    spent: number().savedAs("sp"),
    earned: number().savedAs("ea"),
    fee: number().savedAs("fe"),
    /** ISO 8601. */
    at: string().savedAs("at"),
  }),
});

export const MOVEMENTS = ["payment", "refund", "dispute"] as const;
