import { toCanonicalPayload } from "#shared/certificate/proof.ts";
import { formatLicenseTerms, isOfOwnKind } from "#shared/license-terms.ts";
import type { Signing } from "../../../platform/signing/open-signing.ts";
import { hashTerms, toCertificatePayload } from "./certificate-payload.ts";
import type { OrderItem } from "./find-orders.ts";

/** Derived from immutable data, so the result is always the same. */
export async function signCertificate(order: OrderItem, signing: Signing) {
  const payload = toCertificatePayload(order);
  const key = await signing.key();
  return {
    payload,
    licenseFingerprint: order.fingerprint,
    signature: key.sign(Buffer.from(toCanonicalPayload(payload))).toString("base64"),
    keyId: key.keyId,
    ...toWholeTerms(order),
  };
}

/** The text whose hash is signed; without terms of its own the site has it, and an older text would not fit the hash. */
function toWholeTerms(order: OrderItem) {
  const isCurrent = hashTerms(order.licenseType, order) === order.termsHash;
  return isOfOwnKind(order) && isCurrent ? { terms: formatLicenseTerms(order.licenseType, order) } : {};
}
