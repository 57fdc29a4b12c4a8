import * as z from "zod/mini";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { Rating } from "./account.ts";
import { ArtworkId, OrderId } from "./ids.ts";
import { ORDER_STATUSES } from "./order.ts";
import { choice } from "./primitives.ts";

/** All of one side's orders in figures; amounts in cents. */
export const Statistics = z.object({
  count: z.number(),
  /** What a buyer spent, what a seller earned; refunded orders are not in it. */
  amount: z.number(),
  fees: z.number(),
  /** The amount that went back. */
  refunded: z.number(),
  /** Amount per order that stands and wasn't free; null without one. */
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
      amount: z.number(),
      fee: z.number(),
    }),
  ),
  series: z.array(z.object({ day: z.string(), count: z.number(), amount: z.number() })),
});
export type Selection = z.output<typeof Selection>;
