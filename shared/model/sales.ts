import * as z from "zod/mini";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { Rating } from "./account.ts";
import { ArtworkId, OrderId } from "./ids.ts";
import { ORDER_STATUSES } from "./order.ts";
import { choice } from "./primitives.ts";

/** Totals of one side's orders; amounts in cents. */
export const Statistics = z.object({
  /** Every order, including free and refunded ones. */
  count: z.number(),
  /** Paid orders that weren't refunded. */
  paidCount: z.number(),
  /** Spent by a buyer or earned by a seller, less `refunded`. */
  amount: z.number(),
  /** The fees included in `amount`. */
  fees: z.number(),
  /** Returned by refunds, also pending ones, or withdrawn by banks in disputes: the sum of the orders' `orderReturned`. */
  refunded: z.number(),
  /** Amount per paid order; null without one. */
  average: z.nullable(z.number()),
  /** Average rating of a seller's artwork. */
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
      /** Number of works beside the titled one, whose licences may be of other types; absent without any. */
      furtherWorks: z.optional(z.number()),
      licenseType: choice(LICENSE_TYPES),
      /** Before `returned` is deducted. */
      amount: z.number(),
      fee: z.number(),
      /** The part of `amount` returned by refunds, also pending ones, or withdrawn by a bank in a dispute. */
      returned: z.number(),
    }),
  ),
  /** For each day the number of orders, and their amounts less `returned`. */
  series: z.array(z.object({ day: z.string(), count: z.number(), amount: z.number() })),
});
export type Selection = z.output<typeof Selection>;
