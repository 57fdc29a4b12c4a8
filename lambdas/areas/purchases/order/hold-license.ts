import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $get, $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { duplicateLicense } from "#shared/rules/duplicate-licenses.ts";
import { VersionEntity } from "../../artwork/artwork.entity.ts";
import type { HoldingItem, OrderItem } from "./find-orders.ts";
import { licenseKey, possibleLicenses } from "./license-key.ts";
import { OrderHoldingEntity, ownershipPartition } from "./order-holding.entity.ts";

/** Attributes that identify the licence of a placed or future order. */
type Licensed = Pick<
  OrderItem,
  "orderId" | "artworkId" | "buyerId" | "versionId" | "licenseUsage" | "licenseType" | "licenseCompany"
>;

type Held = HoldingItem | undefined;

const NO_PAYMENT = { attr: "pending", exists: false } as const;
const pendingCondition = ({ orderId }: Pick<Licensed, "orderId">) => ({ attr: "pending", eq: orderId }) as const;

/** Keys that must be unused for a licence: those of licences that make it redundant. */
const conflictingKeys = (license: Licensed) => [
  ...new Set(
    possibleLicenses(license.licenseCompany)
      .filter((held) => duplicateLicense(license, [held]))
      .map(licenseKey),
  ),
];

const conflictsAbsent = (license: Licensed) =>
  conflictingKeys(license).map((key) => ({ attr: `licenses.${key}` as const, exists: false as const }));

/** Condition that the holding has, or lacks, licences as it was read. */
const recordUnchanged = (held: Held) => ({ attr: "licenses" as const, exists: held?.licenses !== undefined });

const galleryEntry = ({ buyerId, versionId, orderId }: Licensed) => ({
  versionId,
  list: ownershipPartition(buyerId),
  place: orderId,
});

/** Adds a free order's licence to the buyer's holding as it was read; fails while another payment is open. */
export function holdLicense(order: Licensed, held: Held) {
  const { artworkId, buyerId } = order;
  const added = { [licenseKey(order)]: order.orderId };
  const licenses = held?.licenses ? added : $set(added);
  return OrderHoldingEntity.build(UpdateTransaction)
    .item({ artworkId, buyerId, orders: $add(1), licenses, ...galleryEntry(order) })
    .options({ condition: { and: [recordUnchanged(held), ...conflictsAbsent(order), NO_PAYMENT] } });
}

/** Reserves a licence for an order whose payment starts. */
export const reserveLicense = (order: Licensed) =>
  OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId: order.artworkId,
      buyerId: order.buyerId,
      orders: $add(0),
      licenses: $get("licenses", {}),
      pending: order.orderId,
    })
    .options({ condition: { and: [...conflictsAbsent(order), NO_PAYMENT] } });

/** Adds the licence that was reserved for this order. */
export const addLicense = (order: Licensed) =>
  OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId: order.artworkId,
      buyerId: order.buyerId,
      orders: $add(1),
      licenses: { [licenseKey(order)]: order.orderId },
      pending: $remove(),
      ...galleryEntry(order),
    })
    .options({ condition: { and: [...conflictsAbsent(order), pendingCondition(order)] } });

/** Releases the reservation. */
export const releaseLicense = (order: Pick<Licensed, "orderId" | "artworkId" | "buyerId">) =>
  OrderHoldingEntity.build(UpdateTransaction)
    .item({ artworkId: order.artworkId, buyerId: order.buyerId, pending: $remove() })
    .options({ condition: pendingCondition(order) });

/** Removes an order's licence from the buyer's holding as it was read; `rest` is the newest remaining order. */
export function removeLicense(order: Licensed, { orders }: HoldingItem, rest: Licensed | undefined) {
  const { artworkId, buyerId } = order;
  const gone = { list: $remove(), versionId: $remove() };
  const key = licenseKey(order);
  return OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId,
      buyerId,
      orders: $add(-1),
      licenses: { [key]: $remove() },
      ...(rest ? galleryEntry(rest) : gone),
    })
    .options({
      condition: {
        and: [
          { attr: "orders", eq: orders },
          { attr: `licenses.${key}`, eq: order.orderId },
        ],
      },
    });
}

/** True if a revoked licence can be restored: its buyer hasn't bought it again. */
export const canRestore = (order: Licensed, { licenses = {} }: HoldingItem) =>
  conflictingKeys(order).every((key) => licenses[key] === undefined);

/** Adds a revoked licence back to the buyer's holding as it was read. */
export function restoreLicense(order: Licensed, held: HoldingItem) {
  const { artworkId, buyerId, orderId, versionId } = order;
  const added = { [licenseKey(order)]: orderId };
  const isNewest = !held.list || (held.place ?? "") < orderId;
  return OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId,
      buyerId,
      orders: $add(1),
      licenses: held.licenses ? added : $set(added),
      ...(isNewest ? { versionId, list: ownershipPartition(buyerId), place: orderId } : {}),
    })
    .options({
      condition: { and: [{ attr: "orders", eq: held.orders }, ...conflictsAbsent(order), NO_PAYMENT] },
    });
}

/** Changes a version's number of sold licences; a sold version outlives its artwork. */
export const countSold = ({ artworkId, versionId }: Pick<OrderItem, "artworkId" | "versionId">, change: 1 | -1) =>
  VersionEntity.build(UpdateTransaction).item({ artworkId, versionId, sold: $add(change) });
