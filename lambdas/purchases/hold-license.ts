import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { VersionEntity } from "../artwork/artwork.entity.ts";
import type { HoldingItem, OrderItem } from "./find-order.ts";
import { licenseKey, personalKey } from "./license-key.ts";
import { OrderHoldingEntity, ownershipOf } from "./order-holding.entity.ts";

type Licensed = Pick<
  OrderItem,
  "orderId" | "artworkId" | "buyerId" | "versionId" | "licenseUsage" | "licenseType" | "licenseCompany"
>;

/** The keys that must be free for a licence: its own, and for a personal one that of the commercial one above it. */
const keysInTheWay = (license: Licensed) =>
  license.licenseUsage === "personal" && license.licenseType === "personal"
    ? [licenseKey(license), personalKey("commercial")]
    : [licenseKey(license)];

/** Nothing in the holding keeps this licence from being added; `licenses` is there or not as it was read. */
export const freeFor = (license: Licensed, holding: HoldingItem | undefined) =>
  holding?.licenses
    ? [
        { attr: "licenses" as const, exists: true as const },
        ...keysInTheWay(license).map((key) => ({ attr: `licenses.${key}` as const, exists: false as const })),
      ]
    : [{ attr: "licenses" as const, exists: false as const }];

/** Adds an order's licence to what its buyer holds, which was read as `holding`. */
export const holdLicense = (order: Licensed, holding: HoldingItem | undefined) => {
  const { artworkId, buyerId, orderId, versionId } = order;
  const added = { [licenseKey(order)]: orderId };
  return OrderHoldingEntity.build(UpdateTransaction)
    .item({
      artworkId,
      buyerId,
      orders: $add(1),
      licenses: holding?.licenses ? added : $set(added),
      versionId,
      list: ownershipOf(buyerId),
      place: orderId,
    })
    .options({ condition: { and: [...freeFor(order, holding), { attr: "pending", exists: false }] } });
};

/** Counts the licences that were sold to a version; one that was sold outlives its artwork. */
export const countSold = ({ artworkId, versionId }: Pick<OrderItem, "artworkId" | "versionId">, change: 1 | -1) =>
  VersionEntity.build(UpdateTransaction).item({ artworkId, versionId, sold: $add(change) });
