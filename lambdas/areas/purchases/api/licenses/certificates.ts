import { canonicalPayload } from "#shared/certificate/proof.ts";
import { readCertificate, readCertificateKey } from "#shared/contract/licenses.ts";
import { Failure } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { certificatePayloadOf } from "../../order/certificate-payload.ts";
import { findOwnOrder } from "./orders.ts";
import type { LicensesServices } from "./services.ts";

/** Made anew each time from what never changes, so it is the same each time. */
export const readCertificateHandler = handle(
  readCertificate,
  async ({ params, actor }, { table, signing }: LicensesServices) => {
    const order = await findOwnOrder(table, params.orderId, actor.userId);
    if (order instanceof Failure) return order;
    const payload = certificatePayloadOf(order);
    const key = await signing.key();
    return {
      payload,
      licenseFingerprint: order.fingerprint,
      signature: key.sign(Buffer.from(canonicalPayload(payload))).toString("base64"),
      keyId: key.keyId,
    };
  },
);

export const readCertificateKeyHandler = handle(readCertificateKey, async (_, { signing }: LicensesServices) => {
  const [{ keyId, publicKey }, keys] = await Promise.all([signing.key(), signing.keys()]);
  const published = keys.map((key) => ({ keyId: key.keyId, publicKey: key.publicKey }));
  return { algorithm: "Ed25519" as const, keyId, publicKey, keys: published };
});
