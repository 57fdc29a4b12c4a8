import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { ArtworkEntity } from "../../artwork/artwork.entity.ts";
import { type ArtworkItem, buildShownCondition } from "../../artwork/find-artwork.ts";
import type { IntentItem } from "./find-intent.ts";
import { getPayingId, type OrderItem } from "./find-orders.ts";

type Opened = Pick<
  IntentItem,
  "artworkId" | "buyerId" | "orderId" | "versionId" | "offerId" | "licenseExclusive" | "counted"
>;

/** Nobody else buys it exclusively, or has bought it. */
export const NOT_EXCLUSIVE = { attr: "exclusiveOrder", exists: false } as const;

const buildNoOpenPaymentCondition = () => ({
  or: [
    { attr: "openPayments" as const, exists: false as const },
    { attr: "openPayments" as const, lte: 0 },
  ],
});

/** An offer sells what it pinned, unless the artwork was deleted or taken down. */
const OFFERED = [
  { attr: "deletedAt", exists: false },
  { attr: "blocked", exists: false },
] as const;

/** Counts a payment that starts; an exclusive one starts only where none is open, and keeps others from starting. */
export const countOpenPayment = ({ artworkId, buyerId, orderId, versionId, offerId, licenseExclusive }: Opened) =>
  ArtworkEntity.build(UpdateTransaction)
    .item({
      artworkId,
      payments: $add(1),
      openPayments: $add(1),
      ...(licenseExclusive ? { exclusiveOrder: orderId } : {}),
    })
    .options({
      condition: {
        and: [
          ...(offerId ? OFFERED : [...buildShownCondition(buyerId).and, { attr: "versionId" as const, eq: versionId }]),
          NOT_EXCLUSIVE,
          ...(licenseExclusive ? [buildNoOpenPaymentCondition()] : []),
        ],
      },
    });

/** Ends a payment's count: an exclusive licence takes the artwork off the market if it was sold. */
export const endOpenPayment = ({ artworkId, licenseExclusive, counted }: Opened, isSold: boolean) =>
  counted
    ? [
        ArtworkEntity.build(UpdateTransaction).item({
          artworkId,
          openPayments: $add(-1),
          ...(licenseExclusive && isSold ? { card: { soldExclusively: true } } : {}),
          ...(licenseExclusive && !isSold ? { exclusiveOrder: $remove() } : {}),
        }),
      ]
    : [];

/** Puts an artwork back on the market after the refund of its exclusive licence. */
export const endExclusiveSale = (order: OrderItem, artwork: ArtworkItem | undefined) =>
  order.licenseExclusive && artwork?.exclusiveOrder === getPayingId(order)
    ? [
        ArtworkEntity.build(UpdateTransaction)
          .item({ artworkId: order.artworkId, exclusiveOrder: $remove(), card: { soldExclusively: $remove() } })
          .options({ condition: { attr: "exclusiveOrder", eq: getPayingId(order) } }),
      ]
    : [];

/** True if somebody else has bought the artwork of an exclusive licence exclusively, or pays for that. */
export const isSoldToOthers = (order: OrderItem, artwork: ArtworkItem | undefined) =>
  order.licenseExclusive === true &&
  artwork?.exclusiveOrder !== undefined &&
  artwork.exclusiveOrder !== getPayingId(order);

/** Takes it off the market again after a refund failed. */
export const restoreExclusiveSale = (order: OrderItem, artwork: ArtworkItem | undefined) =>
  order.licenseExclusive && artwork && !artwork.exclusiveOrder
    ? [
        ArtworkEntity.build(UpdateTransaction)
          .item({ artworkId: order.artworkId, exclusiveOrder: getPayingId(order), card: { soldExclusively: true } })
          .options({ condition: NOT_EXCLUSIVE }),
      ]
    : [];
