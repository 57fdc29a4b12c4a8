import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { epochSeconds } from "../../../platform/runtime/time.ts";
import { buildNeitherBlockedConditions } from "../../messages/block.entity.ts";
import { OfferEntity } from "./offer.entity.ts";

interface Paying {
  readonly offerId: string;
  readonly orderId: string;
}

const buildPendingCondition = (orderId: string) => ({ attr: "pending", eq: orderId }) as const;

/** Reserves an open offer for its payment; neither side may have blocked the other. */
export const buildOfferLock = (
  { offerId, orderId, buyerId, sellerId }: Paying & { readonly buyerId: string; readonly sellerId: string },
  now: Date,
) => [
  {
    write: OfferEntity.build(UpdateTransaction)
      .item({ offerId, pending: orderId })
      .options({
        condition: {
          and: [
            { attr: "state", eq: "open" },
            { attr: "pending", exists: false },
            { attr: "until", gt: epochSeconds(now) },
          ],
        },
      }),
    failure: "payment_open" as const,
  },
  ...buildNeitherBlockedConditions(buyerId, sellerId, "payment_open"),
];

/** Opens an offer again whose payment ended without an order. */
export const releaseOffer = ({ offerId, orderId }: Paying) =>
  OfferEntity.build(UpdateTransaction)
    .item({ offerId, pending: $remove() })
    .options({ condition: buildPendingCondition(orderId) });

/** Marks an offer as bought by its order. */
export const closeOffer = ({ offerId, orderId }: Paying) =>
  OfferEntity.build(UpdateTransaction)
    .item({ offerId, state: "bought", orderId, pending: $remove() })
    .options({ condition: buildPendingCondition(orderId) });
