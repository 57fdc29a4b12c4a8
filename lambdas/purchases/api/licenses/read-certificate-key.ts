import { readCertificateKey } from "#shared/contract/licenses.ts";
import { handle } from "../../../runtime/handle.ts";
import type { LicensesServices } from "./services.ts";

export const readCertificateKeyHandler = handle(readCertificateKey, async (_, { signing }: LicensesServices) => {
  const [{ keyId, publicKey }, keys] = await Promise.all([signing.key(), signing.keys()]);
  const published = keys.map((key) => ({ keyId: key.keyId, publicKey: key.publicKey }));
  return { algorithm: "Ed25519" as const, keyId, publicKey, keys: published };
});
