import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import { epochSeconds, formatSortableTime } from "../../../platform/runtime/time.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { transact } from "../../../platform/table/transact.ts";
import { OPEN } from "../../users/open-account.ts";
import { NOT_SUSPENDED } from "../../users/suspension.ts";
import { UserEntity } from "../../users/user.entity.ts";
import { buildOfferLock } from "../offers/offer-writes.ts";
import { countOpenPayment } from "./artwork-payments.ts";
import { buildDiscountReservation, type DiscountItem } from "./discount.ts";
import { type IntentItem, listLicensed } from "./find-intent.ts";
import { reserveLicense } from "./hold-license.ts";
import {
  buildBuyerIntentsPartition,
  buildSellerIntentsPartition,
  IntentEntity,
  OPEN_INTENTS,
} from "./intent.entity.ts";

/** Terms of a payment: an intent without its state, deadline and index keys. */
export type Quote = Omit<
  IntentItem,
  "counted" | "state" | "until" | "intentId" | "openList" | "openUntil" | "ofBuyer" | "ofSeller"
>;

interface Opening {
  readonly intent: ReturnType<typeof draftIntent>;
  readonly discount: DiscountItem | undefined;
  readonly billing: BillingForm | undefined;
  readonly now: Date;
}

/** An open intent as stored: it reserves the price, the licence and the artwork for half an hour. */
export function draftIntent(quote: Quote, now: Date) {
  const until = epochSeconds(now) + LIFETIMES.paymentLock;
  return {
    ...quote,
    counted: true,
    state: "open" as const,
    until,
    openList: OPEN_INTENTS,
    openUntil: formatSortableTime(until),
    ofBuyer: buildBuyerIntentsPartition(quote.buyerId),
    ofSeller: buildSellerIntentsPartition(quote.sellerId),
  };
}

/**
 * Starts a payment in one transaction: until it ends, the artworks can't be deleted, neither account closed, an offer neither
 * withdrawn nor paid twice, and the buyer can take no other licence to them. `payment_open` if something changed since it was
 * read.
 */
export function openIntent(table: OpenTable, { intent, discount, billing, now }: Opening) {
  const { buyerId, sellerId, orderId, offerId } = intent;
  const lastPayment = epochSeconds(now);
  return transact(table, [
    {
      write: IntentEntity.build(PutTransaction)
        .item(intent)
        .options({
          condition: {
            or: [
              { attr: "state", exists: false },
              { attr: "state", ne: "open" },
            ],
          },
        }),
      failure: "payment_open",
    },
    ...listLicensed(intent).flatMap((licensed) => [
      { write: reserveLicense(licensed, intent.artworkId), failure: "payment_open" as const },
      { write: countOpenPayment(licensed), failure: "payment_open" as const },
    ]),
    ...(offerId ? buildOfferLock({ offerId, orderId, buyerId, sellerId }, now) : []),
    {
      write: UserEntity.build(UpdateTransaction)
        .item({
          userId: buyerId,
          lastPayment,
          ...(billing ? { billing: $set(billing) } : {}),
        })
        .options({ condition: OPEN }),
      failure: "forbidden",
    },
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: sellerId, lastPayment })
        .options({ condition: { and: [OPEN, NOT_SUSPENDED] } }),
      failure: "purchases_disabled",
    },
    ...(discount ? buildDiscountReservation(discount, buyerId, now) : []),
  ]);
}
