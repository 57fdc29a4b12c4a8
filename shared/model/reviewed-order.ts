import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";
import { Person } from "./account.ts";
import { ArtworkId, OrderId } from "./ids.ts";
import { Picture } from "./media.ts";
import { ORDER_STATUSES } from "./order.ts";
import { choice, text } from "./primitives.ts";
import { Account } from "./reviewed-account.ts";

/** The state of an order that an operator's action refers to. */
export const OrderVersion = text().check(z.regex(/^[\w-]{16}$/, MESSAGES.invalid));

/** Cents of the buyer and the seller, and the platform's fee; they may be negative. */
export const Money = z.object({ spent: z.number(), earned: z.number(), fee: z.number() });

/** An order beside a case or on its own page; amounts in cents, times ISO 8601. */
export const ReviewedOrder = z.object({
  orderId: OrderId,
  version: z.string(),
  status: choice(ORDER_STATUSES),
  placed: z.string(),
  title: z.string(),
  artworkId: ArtworkId,
  /** As it was bought. */
  picture: Picture,
  buyer: Account,
  seller: Account,
  /** Stripe's id; null for a free order. */
  paymentId: z.nullable(z.string()),
  /** As agreed. */
  amounts: Money,
  /** Returned by refunds, also pending ones, or withdrawn by a bank in a dispute. */
  returned: Money,
  /** With Stripe's words for its state and reason. */
  dispute: z.nullable(
    z.object({
      id: z.string(),
      status: z.string(),
      reason: z.nullable(z.string()),
      amount: z.nullable(z.number()),
      /** Null unless the bank awaits evidence. */
      evidenceDue: z.nullable(z.string()),
    }),
  ),
  /** A refund by an operator, also while it is pending. */
  refund: z.nullable(z.object({ by: Person, reason: z.string(), at: z.string() })),
  refundable: z.boolean(),
  /** The order's own facts, as a text to change; null unless the bank awaits evidence. */
  evidenceDraft: z.nullable(z.string()),
});
export type ReviewedOrder = z.output<typeof ReviewedOrder>;
