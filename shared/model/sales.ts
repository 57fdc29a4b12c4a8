import * as z from "zod/mini";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { Rating } from "./account.ts";
import { ArtworkId, OrderId } from "./ids.ts";
import { ORDER_STATUSES } from "./order.ts";
import { choice } from "./primitives.ts";

/** All of one side's orders in figures; amounts in cents. */
export const Statistics = z.object({
  /** Every order, free and refunded ones too. */
  count: z.number(),
  /** Those that stand and weren't free. */
  paidCount: z.number(),
  /** Spent by a buyer or earned by a seller, less the returned amounts. */
  amount: z.number(),
  /** The fees in it; of an order that went back in part, the part that stayed. */
  fees: z.number(),
  /** The returned amounts. */
  refunded: z.number(),
  /** Amount for each of `paidCount`; null without one. */
  average: z.nullable(z.number()),
  /** Of a seller's artwork. */
  rating: z.optional(Rating),
  favorites: z.optional(z.number()),
});
export type Statistics = z.output<typeof Statistics>;

/** Orders of a range of UTC days, both ends included, with a point for every day. */
export const Selection = z.object({
  /** YYYY-MM-DD. */
  start: z.string(),
  end: z.string(),
  items: z.array(
    z.object({
      orderId: OrderId,
      created: z.string(),
      status: choice(ORDER_STATUSES),
      artwork: z.object({ id: ArtworkId, title: z.string() }),
      licenseType: choice(LICENSE_TYPES),
      /** As agreed on. */
      amount: z.number(),
      fee: z.number(),
      /** The returned part of the amount. */
      returned: z.number(),
    }),
  ),
  /** Amounts are less what went back. */
  series: z.array(z.object({ day: z.string(), count: z.number(), amount: z.number() })),
});
export type Selection = z.output<typeof Selection>;
