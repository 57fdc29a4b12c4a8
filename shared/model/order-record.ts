import * as z from "zod/mini";
import { LICENSE_USAGES } from "../rules/license-holder.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { Person } from "./account.ts";
import { Case } from "./case.ts";
import { OrderDocument } from "./document.ts";
import { ArtworkId, LicenseId, OrderId, VersionId } from "./ids.ts";
import { Picture } from "./media.ts";
import { ORDER_STATUSES } from "./order.ts";
import { choice } from "./primitives.ts";
import { Money, ReviewedOrder } from "./reviewed-order.ts";

const FoundOrder = z.object({
  orderId: OrderId,
  status: choice(ORDER_STATUSES),
  /** ISO 8601. */
  placed: z.string(),
  title: z.string(),
  picture: Picture,
  buyer: Person,
  seller: Person,
  /** Cents. */
  spent: z.number(),
});
export type FoundOrder = z.output<typeof FoundOrder>;

export const FoundOrders = z.object({ items: z.array(FoundOrder) });

/** A licence of an order, with the artwork's version as it was bought. */
const RecordedLicense = z.object({
  licenseId: LicenseId,
  artworkId: ArtworkId,
  versionId: VersionId,
  /** ISO 8601. */
  versionCreated: z.string(),
  title: z.string(),
  picture: Picture,
  /** Cents. */
  price: z.number(),
  usage: choice(LICENSE_USAGES),
  type: choice(LICENSE_TYPES),
  company: z.string(),
  assignee: z.string(),
  assignor: z.string(),
  fingerprint: z.string(),
  valid: z.boolean(),
});
export type RecordedLicense = z.output<typeof RecordedLicense>;

/** Everything that operators see of an order. Amounts are in cents. */
export const OrderRecord = z.extend(ReviewedOrder, {
  /** At least one; the first is that of the order's picture. */
  licenses: z.array(RecordedLicense),
  /** The items of `amounts`; null where there was none. */
  bill: z.object({
    price: z.number(),
    listPrice: z.nullable(z.number()),
    buyerFee: z.number(),
    sellerFee: z.number(),
    discount: z.number(),
    tax: z.nullable(z.number()),
  }),
  /** The seller's part in their currency's smallest unit; null until it is settled. */
  payout: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
  /** Oldest first; empty for a free order. */
  movements: z.array(
    z.extend(Money, {
      kind: choice(["payment", "refund", "dispute"]),
      /** ISO 8601. */
      at: z.string(),
    }),
  ),
  documents: z.array(OrderDocument),
  cases: z.array(Case),
});
export type OrderRecord = z.output<typeof OrderRecord>;

/** An order in our books beside its payment at Stripe. */
export const OrderLedger = z.object({
  booked: Money,
  /** Null for a free order. */
  atProvider: z.nullable(Money),
  /** True while the seller's part isn't transferred or settled. */
  unsettled: z.boolean(),
  /** The difference in words, as the command reports it; null if there is none. */
  problem: z.nullable(z.string()),
});
export type OrderLedger = z.output<typeof OrderLedger>;
