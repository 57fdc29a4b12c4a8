import { createHash, timingSafeEqual } from "node:crypto";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { verifyLicense } from "#shared/contract/licenses.ts";
import type { VerifiedLicense, VerifierForm } from "#shared/model/license.ts";
import { fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { INDEX } from "../../../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../../../platform/table/marketplace-table.ts";
import { throttleAddress } from "../../../../platform/throttle/throttle.ts";
import { findMature } from "../../../artwork/find-cards.ts";
import { listPreviews } from "../../../media/preview-paths.ts";
import { findOrder, getPlacedAt, type OrderItem } from "../../order/find-orders.ts";
import { buildLicensePartition, OrderEntity } from "../../order/order.entity.ts";
import { ORDER_STATES } from "../../order/states.ts";
import type { LicensesServices } from "./services.ts";

const formatter = OrderEntity.build(EntityFormatter);

async function findByFingerprint(table: OpenTable, fingerprint: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.ranked, partition: buildLicensePartition(fingerprint) })
    .options({ limit: 1 });
  const [item] = (await table.send(query)).Items ?? [];
  return item && findOrder(table, formatter.format(item, { attributes: ["orderId"] }).orderId);
}

type Disclosed = Pick<
  OrderItem,
  | "orderId"
  | "paidAt"
  | "status"
  | "licenseType"
  | "licenseUsage"
  | "licenseAssignee"
  | "licenseCompany"
  | "licenseAssignor"
  | "licenseTerms"
  | "licenseExclusive"
  | "assigneeIdentifier"
  | "assignorIdentifier"
  | "title"
  | "alt"
  | "previewKey"
  | "placeholder"
  | "width"
  | "height"
>;

/**
 * Disclosed facts of a licence: everything but the parties, who each need their own identifier, and an offer's terms, which
 * need one of them. A wrong identifier counts as none.
 */
export const toVerifiedLicense = (order: Disclosed, form: VerifierForm, mature: boolean): VerifiedLicense => ({
  status: ORDER_STATES[order.status].license,
  licenseType: order.licenseType,
  licenseUsage: order.licenseUsage,
  artworkTitle: order.title,
  artworkAlt: order.alt,
  previews: listPreviews(order.previewKey, order.width, order.height),
  placeholder: order.placeholder,
  width: order.width,
  height: order.height,
  mature,
  created: getPlacedAt(order),
  ...(order.licenseExclusive ? { licenseExclusive: true } : {}),
  ...toDisclosedParties(order, form),
});

function toDisclosedParties(order: Disclosed, form: VerifierForm) {
  const isAssignee = isSame(order.assigneeIdentifier, form.assigneeIdentifier);
  const isAssignor = isSame(order.assignorIdentifier, form.assignorIdentifier);
  return {
    ...(isAssignee ? { licenseAssignee: order.licenseAssignee, licenseCompany: order.licenseCompany } : {}),
    ...(isAssignor ? { licenseAssignor: order.licenseAssignor } : {}),
    ...((isAssignee || isAssignor) && order.licenseTerms ? { licenseTerms: order.licenseTerms } : {}),
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in constant time, so that identifiers can't be guessed character by character. */
const isSame = (stored: string, form = "") => timingSafeEqual(digest(stored), digest(form));

export const verifyLicenseHandler = handle(verifyLicense, async ({ body, sourceIp }, services: LicensesServices) => {
  const refused = await throttleAddress(services, "verifier", sourceIp);
  if (refused) return refused;
  const order = await findByFingerprint(services.table, body.licenseFingerprint);
  if (!order) return fail("license_not_found");
  const mature = await findMature(services.table, [order.artworkId]);
  return toVerifiedLicense(order, body, mature.has(order.artworkId));
});
