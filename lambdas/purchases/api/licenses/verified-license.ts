import { createHash, timingSafeEqual } from "node:crypto";
import type { VerifiedLicense, VerifierForm } from "#shared/model/license.ts";
import { previewsOf } from "../../../media/preview-paths.ts";
import { type OrderItem, placedOf } from "../../order/find-order.ts";
import { isValid } from "../../order/order-view.ts";

type Disclosed = Pick<
  OrderItem,
  | "orderId"
  | "paidAt"
  | "formerPaidAt"
  | "status"
  | "licenseType"
  | "licenseUsage"
  | "licenseAssignee"
  | "licenseCompany"
  | "licenseAssignor"
  | "assigneeIdentifier"
  | "assignorIdentifier"
  | "title"
  | "previewKey"
  | "placeholder"
  | "width"
  | "height"
>;

/**
 * What the verifier discloses of a licence: its facts for its fingerprint, each party only for that party's identifier.
 * A wrong identifier counts as none.
 */
export const verifiedLicenseOf = (order: Disclosed, given: VerifierForm): VerifiedLicense => ({
  status: isValid(order) ? "valid" : "revoked",
  licenseType: order.licenseType,
  licenseUsage: order.licenseUsage,
  artworkTitle: order.title,
  previews: previewsOf(order.previewKey, order.width, order.height),
  placeholder: order.placeholder,
  width: order.width,
  height: order.height,
  created: placedOf(order),
  ...(isSame(order.assigneeIdentifier, given.assigneeIdentifier)
    ? { licenseAssignee: order.licenseAssignee, licenseCompany: order.licenseCompany }
    : {}),
  ...(isSame(order.assignorIdentifier, given.assignorIdentifier) ? { licenseAssignor: order.licenseAssignor } : {}),
});

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Takes the same time wherever two identifiers differ, so that none can be found out letter by letter. */
const isSame = (stored: string, given = "") => timingSafeEqual(digest(stored), digest(given));
