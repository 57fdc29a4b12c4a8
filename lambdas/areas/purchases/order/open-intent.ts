import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import { epochSeconds, formatSortableTime } from "../../../platform/runtime/time.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { transact } from "../../../platform/table/transact.ts";
import { ArtworkEntity } from "../../artwork/artwork.entity.ts";
import { buildShownCondition } from "../../artwork/find-artwork.ts";
import { OPEN } from "../../users/open-account.ts";
import { NOT_SUSPENDED } from "../../users/suspension.ts";
import { UserEntity } from "../../users/user.entity.ts";
import { buildDiscountReservation, type DiscountItem } from "./discount.ts";
import type { IntentItem } from "./find-intent.ts";
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
  "state" | "until" | "intentId" | "openList" | "openUntil" | "ofBuyer" | "ofSeller"
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
    state: "open" as const,
    until,
    openList: OPEN_INTENTS,
    openUntil: formatSortableTime(until),
    ofBuyer: buildBuyerIntentsPartition(quote.buyerId),
    ofSeller: buildSellerIntentsPartition(quote.sellerId),
  };
}

/**
 * Starts a payment in one transaction: until it ends, the artwork can't be deleted, neither account closed, and the buyer can
 * take no other licence to it. `payment_open` if something changed since it was read.
 */
export function openIntent(table: OpenTable, { intent, discount, billing, now }: Opening) {
  const { artworkId, buyerId, sellerId, versionId } = intent;
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
    { write: reserveLicense(intent), failure: "payment_open" },
    {
      write: ArtworkEntity.build(UpdateTransaction)
        .item({ artworkId, payments: $add(1) })
        .options({ condition: { and: [...buildShownCondition(buyerId).and, { attr: "versionId", eq: versionId }] } }),
      failure: "artwork_moved",
    },
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
