import { toCanonicalPayload } from "#shared/certificate/proof.ts";
import type { Signing } from "../../../platform/signing/open-signing.ts";
import { toCertificatePayload } from "./certificate-payload.ts";
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
  };
}
