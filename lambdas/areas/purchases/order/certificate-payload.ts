import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { toCanonicalPayload } from "#shared/certificate/proof.ts";
import { type Agreement, formatLicenseTerms } from "#shared/license-terms.ts";
import { LIMITS } from "#shared/limits.ts";
import { ArtworkId, LicenseId, VersionId } from "#shared/model/ids.ts";
import type { CertificatePayload } from "#shared/model/license.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { getPlacedAt, type OrderItem } from "./find-orders.ts";

/** The parts of an order that its certificate contains. */
export type Certified = Pick<
  OrderItem,
  | "orderId"
  | "paidAt"
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
  | "licensePrice"
  | "termsHash"
  | "certificateVersion"
>;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** SHA-256 of the licence's current text, with what an offer adds, in hex. */
export const hashTerms = (type: LicenseType, agreement: Agreement = {}) => sha256(formatLicenseTerms(type, agreement));

/**
 * SHA-256 of a party's identifier, name and, for the assignee, company, in hex: discloses nothing without the identifier, and
 * can't be changed later. Version 1 concatenated the parts without a separator, which was ambiguous.
 */
export const computeCommitment = (version: number, parts: readonly string[]) =>
  sha256(version === 1 ? parts.join("") : (canonicalize(parts) ?? ""));

/** Orders and payloads of version 1 have no version attribute. */
export const getVersion = ({ payloadVersion }: Pick<CertificatePayload, "payloadVersion">) => payloadVersion ?? 1;

/** The price of an order's own licence, in cents. */
export const getLicensePrice = ({ amounts, licensePrice }: Pick<OrderItem, "amounts" | "licensePrice">) =>
  licensePrice ?? amounts.price;

/** Payload of the order's certificate; it never changes. */
export function toCertificatePayload(order: Certified): CertificatePayload {
  const named = order.certificateVersion ? { payloadVersion: order.certificateVersion } : {};
  const version = getVersion(named);
  return {
    ...named,
    licenseId: LicenseId.parse(order.licenseId),
    artworkId: ArtworkId.parse(order.artworkId),
    artworkTitle: order.title,
    versionId: VersionId.parse(order.versionId),
    mediaSha256: order.sha256,
    licenseUsage: order.licenseUsage,
    licenseType: order.licenseType,
    licensePrice: getLicensePrice(order),
    termsHash: order.termsHash,
    created: getPlacedAt(order),
    assigneeCommitment: computeCommitment(version, [
      order.assigneeIdentifier,
      order.licenseAssignee,
      order.licenseCompany,
    ]),
    assignorCommitment: computeCommitment(version, [order.assignorIdentifier, order.licenseAssignor]),
  };
}

/** The first 20 bytes of SHA-256 over the canonical payload, in hex. */
export const computeFingerprint = (payload: CertificatePayload): string =>
  sha256(toCanonicalPayload(payload)).slice(0, LIMITS.licenseFingerprint.length);
