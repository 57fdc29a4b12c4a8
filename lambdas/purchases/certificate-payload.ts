import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { licenseTermsText } from "#shared/license-terms.ts";
import { LIMITS } from "#shared/limits.ts";
import { ArtworkId, LicenseId, VersionId } from "#shared/model/ids.ts";
import type { CertificatePayload } from "#shared/model/license.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { createdOf } from "../runtime/id-time.ts";
import type { OrderItem } from "./find-order.ts";

/** The parts of an order that its certificate speaks of. */
export type Certified = Pick<
  OrderItem,
  | "orderId"
  | "licenseId"
  | "artworkId"
  | "versionId"
  | "title"
  | "sha256"
  | "licenseUsage"
  | "licenseType"
  | "licenseCompany"
  | "licenseAssignee"
  | "licenseAssignor"
  | "assigneeIdentifier"
  | "assignorIdentifier"
  | "amounts"
  | "termsHash"
>;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** SHA-256 of the licence's text as it is today, in hex. */
export const termsHashOf = (type: LicenseType) => sha256(licenseTermsText(type));

/** Says nothing of a party to whoever doesn't know its identifier, and can't be changed afterwards. */
export const commitmentOf = (identifier: string, name: string, company = "") => sha256(identifier + name + company);

/** What the platform signs of an order; it stays the same for as long as the order is there. */
export const certificatePayloadOf = (order: Certified): CertificatePayload => ({
  licenseId: LicenseId.parse(order.licenseId),
  artworkId: ArtworkId.parse(order.artworkId),
  artworkTitle: order.title,
  versionId: VersionId.parse(order.versionId),
  mediaSha256: order.sha256,
  licenseUsage: order.licenseUsage,
  licenseType: order.licenseType,
  licensePrice: order.amounts.price,
  termsHash: order.termsHash,
  created: createdOf(order.orderId),
  assigneeCommitment: commitmentOf(order.assigneeIdentifier, order.licenseAssignee, order.licenseCompany),
  assignorCommitment: commitmentOf(order.assignorIdentifier, order.licenseAssignor),
});

/** The one text of a payload that is hashed and signed (RFC 8785). */
export const canonicalPayload = (payload: CertificatePayload): string => canonicalize(payload) ?? "";

/** The first 20 bytes of SHA-256 over the canonical payload, in hex. */
export const fingerprintOf = (payload: CertificatePayload): string =>
  sha256(canonicalPayload(payload)).slice(0, LIMITS.licenseFingerprint.length);
