import { createHash, type KeyObject } from "node:crypto";

/** Key id in a certificate: the first 16 hex digits of the public key's SHA-256. */
export const computeKeyId = (publicKey: KeyObject): string =>
  createHash("sha256")
    .update(publicKey.export({ format: "der", type: "spki" }))
    .digest("hex")
    .slice(0, 16);
