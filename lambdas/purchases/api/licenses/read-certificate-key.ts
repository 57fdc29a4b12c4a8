import { readCertificateKey } from "#shared/contract/licenses.ts";
import { handle } from "../../../runtime/handle.ts";
import type { LicensesServices } from "./services.ts";

export const readCertificateKeyHandler = handle(readCertificateKey, async (_, { signing }: LicensesServices) => {
  const { keyId, publicKey } = await signing.key();
  return { algorithm: "Ed25519" as const, keyId, publicKey };
});
