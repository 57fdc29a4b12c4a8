import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $get, $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { isOfOwnKind } from "#shared/license-terms.ts";
import { findDuplicateLicense } from "#shared/rules/duplicate-licenses.ts";
import { VersionEntity } from "../../artwork/artwork.entity.ts";
import { getPayingId, type HoldingItem, type OrderItem, type Paying } from "./find-orders.ts";
import { computeLicenseKey, type LicenseIdentity, listPossibleLicenses } from "./license-key.ts";
import { buildOwnershipPartition, OrderHoldingEntity } from "./order-holding.entity.ts";

/** Attributes that identify the licence of a placed or future order. */
type Licensed = LicenseIdentity & Pick<OrderItem, "orderId" | "artworkId" | "buyerId" | "versionId">;

type Holding = HoldingItem | undefined;

const NO_PAYMENT = { attr: "pending", exists: false } as const;
const buildPendingCondition = (order: Paying) => ({ attr: "pending", eq: getPayingId(order) }) as const;

/** Keys that must be unused for a licence: those of licences that make it redundant. */
const listConflictingKeys = (license: Licensed) =>
  isOfOwnKind(license)
    ? [computeLicenseKey(license)]
    : [
        ...new Set(
          listPossibleLicenses(license.licenseCompany)
            .filter((held) => findDuplicateLicense(license, [held]))
            .map(computeLicenseKey),
        ),
      ];

const buildNoConflictConditions = (license: Licensed) =>
  listConflictingKeys(license).map((key) => ({ attr: `licenses.${key}` as const, exists: false as const }));

/** Condition that the holding has, or lacks, licences as it was read. */
const buildUnchangedCondition = (held: Holding) => ({
  attr: "licenses" as const,
  exists: held?.licenses !== undefined,
});

const buildGalleryEntry = ({ buyerId, versionId, orderId }: Licensed) => ({
  versionId,
  list: buildOwnershipPartition(buyerId),
  place: orderId,
});

/** Adds a free order's licence to the buyer's holding as it was read; fails while another payment is open. */
export function holdLicense(order: Licensed, held: Holding) {
  const { artworkId, buyerId } = order;
  const added = { [computeLicenseKey(order)]: order.orderId };
  const licenses = held?.licenses ? added : $set(added);
  return OrderHoldingEntity.build(UpdateTransaction)
    .item({ artworkId, buyerId, orders: $add(1), licenses, ...buildGalleryEntry(order) })
    .options({ condition: { and: [buildUnchangedCondition(held), ...buildNoConflictConditions(order), NO_PAYMENT] } });
}

/** Reserves a licence for an order whose payment starts; `leadArtworkId` has the intent that reserves it. */
export const reserveLicense = (order: Licensed, leadArtworkId: string) =>
  OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId: order.artworkId,
      buyerId: order.buyerId,
      orders: $add(0),
      licenses: $get("licenses", {}),
      pending: order.orderId,
      ...(order.artworkId === leadArtworkId ? {} : { pendingAt: leadArtworkId }),
    })
    .options({ condition: { and: [...buildNoConflictConditions(order), NO_PAYMENT] } });

/** Adds the licence that was reserved for this order. */
export const addLicense = (order: Licensed & Paying) =>
  OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId: order.artworkId,
      buyerId: order.buyerId,
      orders: $add(1),
      licenses: { [computeLicenseKey(order)]: order.orderId },
      pending: $remove(),
      pendingAt: $remove(),
      ...buildGalleryEntry(order),
    })
    .options({ condition: { and: [...buildNoConflictConditions(order), buildPendingCondition(order)] } });

/** Releases the reservation. */
export const releaseLicense = (order: Pick<Licensed, "orderId" | "artworkId" | "buyerId">) =>
  OrderHoldingEntity.build(UpdateTransaction)
    .item({ artworkId: order.artworkId, buyerId: order.buyerId, pending: $remove(), pendingAt: $remove() })
    .options({ condition: buildPendingCondition(order) });

/** Removes an order's licence from the buyer's holding as it was read; `rest` is the newest remaining order. */
export function removeLicense(order: Licensed, { orders }: HoldingItem, rest: Licensed | undefined) {
  const { artworkId, buyerId } = order;
  const gone = { list: $remove(), versionId: $remove() };
  const key = computeLicenseKey(order);
  return OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId,
      buyerId,
      orders: $add(-1),
      licenses: { [key]: $remove() },
      ...(rest ? buildGalleryEntry(rest) : gone),
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
  listConflictingKeys(order).every((key) => licenses[key] === undefined);

/** Adds a revoked licence back to the buyer's holding as it was read. */
export function restoreLicense(order: Licensed, held: HoldingItem) {
  const { artworkId, buyerId, orderId, versionId } = order;
  const added = { [computeLicenseKey(order)]: orderId };
  const isNewest = !held.list || (held.place ?? "") < orderId;
  return OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId,
      buyerId,
      orders: $add(1),
      licenses: held.licenses ? added : $set(added),
      ...(isNewest ? { versionId, list: buildOwnershipPartition(buyerId), place: orderId } : {}),
    })
    .options({
      condition: { and: [{ attr: "orders", eq: held.orders }, ...buildNoConflictConditions(order), NO_PAYMENT] },
    });
}

/** Changes a version's number of sold licences; a sold version outlives its artwork. */
export const changeSoldCount = ({ artworkId, versionId }: Pick<OrderItem, "artworkId" | "versionId">, change: 1 | -1) =>
  VersionEntity.build(UpdateTransaction).item({ artworkId, versionId, sold: $add(change) });
