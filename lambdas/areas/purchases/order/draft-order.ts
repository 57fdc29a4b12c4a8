import { randomBytes } from "node:crypto";
import { LIMITS } from "#shared/limits.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import type { ArtworkItem } from "../../artwork/find-artwork.ts";
import { computeFingerprint, hashTerms, toCertificatePayload } from "./certificate-payload.ts";
import type { OrderItem } from "./find-orders.ts";
import { buildNumberPartition, buildPurchasesPartition, buildSalesPartition } from "./order.entity.ts";

/** Attributes known before the order is placed. */
type Agreed = Pick<
  OrderItem,
  | "orderId"
  | "licenseId"
  | "buyerId"
  | "sellerId"
  | "artworkId"
  | "versionId"
  | "discountId"
  | "intentId"
  | "paidAt"
  | "requestKey"
  | "amounts"
  | "licenseUsage"
  | "licenseType"
  | "licenseCompany"
  | "licenseAssignee"
  | "licenseAssignor"
  | "licenseTerms"
  | "licenseExclusive"
  | "offerId"
  | "licensePrice"
  | "itemOrderIds"
  | "leadOrderId"
>;

/** Attributes of the bought version that an order stores. */
interface Bought extends Pick<ArtworkItem, "mediaId" | "sha256"> {
  readonly card: Pick<
    ArtworkItem["card"],
    "artworkTitle" | "artworkAlt" | "previewKey" | "placeholder" | "width" | "height"
  >;
}

const generateIdentifier = () => randomBytes(LIMITS.licenseIdentifier.bytes).toString("hex");

/** An order as stored, with two new random identifiers. */
export function draftOrder(agreed: Agreed, bought: Bought) {
  const { mediaId, sha256 } = bought;
  const { previewKey, placeholder, width, height } = bought.card;
  const order = {
    ...agreed,
    status: "completed" as const,
    assigneeIdentifier: generateIdentifier(),
    assignorIdentifier: generateIdentifier(),
    termsHash: hashTerms(agreed.licenseType, agreed),
    certificateVersion: 2 as const,
    title: bought.card.artworkTitle ?? "",
    alt: bought.card.artworkAlt || undefined,
    mediaId,
    previewKey,
    placeholder,
    width,
    height,
    sha256,
    // A further licence is listed with the order that pays for it.
    ...(agreed.leadOrderId
      ? {}
      : {
          ofBuyer: buildPurchasesPartition(agreed.buyerId),
          ofSeller: buildSalesPartition(agreed.sellerId),
          ofNumber: buildNumberPartition(formatOrderNumber(agreed.orderId)),
        }),
  };
  return { ...order, fingerprint: computeFingerprint(toCertificatePayload(order)) };
}
