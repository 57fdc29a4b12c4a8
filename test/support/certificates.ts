import { v7 as uuidv7 } from "uuid";
import { computeFingerprint } from "#lambdas/areas/purchases/order/certificate-payload.ts";
import { deriveSigningKey, type SigningKey } from "#lambdas/platform/signing/open-signing.ts";
import { toCanonicalPayload } from "#shared/certificate/proof.ts";
import { type Certificate, CertificatePayload } from "#shared/model/license.ts";

export const PLATFORM_KEY = deriveSigningKey("the platform's");

const payload = CertificatePayload.parse({
  payloadVersion: 2,
  licenseId: uuidv7(),
  artworkId: uuidv7(),
  artworkTitle: "Dusk",
  versionId: uuidv7(),
  mediaSha256: "e".repeat(64),
  licenseUsage: "personal",
  licenseType: "personal",
  licensePrice: 4000,
  termsHash: "b".repeat(64),
  created: "2026-11-21T10:00:00.000Z",
  assigneeCommitment: "c".repeat(64),
  assignorCommitment: "d".repeat(64),
});

/** A certificate with the platform's key id, signed by `key`. */
export const certificateSignedBy = (key: SigningKey): Certificate => ({
  payload,
  licenseFingerprint: computeFingerprint(payload),
  signature: key.sign(Buffer.from(toCanonicalPayload(payload))).toString("base64"),
  keyId: PLATFORM_KEY.keyId,
});

/** Input for drawing a certificate's PDF. */
export const toDraw = () => ({
  orderId: uuidv7(),
  license: {
    licenseUsage: "personal",
    licenseType: "personal",
    licenseCompany: "unavailable",
    licenseAssignee: "Ada Love",
    licenseAssignor: "Theo Okafor",
    status: "valid",
  } as const,
  certificate: certificateSignedBy(PLATFORM_KEY),
  picture: undefined,
  verifier: "https://ochre.test/verifier",
});
