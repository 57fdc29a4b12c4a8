import canonicalize from "canonicalize";
import { LIMITS } from "../limits.ts";
import type { Certificate, CertificatePayload } from "../model/license.ts";

/** The canonical text of a payload (RFC 8785), which is hashed and signed. */
export const toCanonicalPayload = (payload: CertificatePayload): string => canonicalize(payload) ?? "";

/** An Ed25519 key: its id, and its SPKI in PEM. */
export interface PublishedKey {
  readonly keyId: string;
  readonly publicKey: string;
}

/**
 * `changed`: the payload doesn't match its fingerprint, or the terms their hash. `unknownKey`: no key has the named id. `unsigned`: the signature
 * isn't that key's.
 */
export type CertificateProblem = "changed" | "unknownKey" | "unsigned";

const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const hash = (text: string) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));

/** True if the key signed the bytes; false also for a signature that isn't base64. */
async function isSignedBy({ publicKey }: PublishedKey, bytes: BufferSource, signature: string) {
  const spki = decodeBase64(publicKey.replace(/-----[A-Z ]+-----|\s/g, ""));
  const key = await crypto.subtle.importKey("spki", spki, "Ed25519", false, ["verify"]);
  try {
    return await crypto.subtle.verify("Ed25519", key, decodeBase64(signature), bytes);
  } catch {
    return false;
  }
}

/** The reason why a certificate isn't genuine; `undefined` where one of the keys signed it. Rejects in browsers without Ed25519. */
export async function findProblem(
  { payload, licenseFingerprint, signature, keyId, terms }: Certificate,
  keys: readonly PublishedKey[],
): Promise<CertificateProblem | undefined> {
  const bytes = new TextEncoder().encode(toCanonicalPayload(payload));
  const digest = toHex(await crypto.subtle.digest("SHA-256", bytes));
  if (digest.slice(0, LIMITS.licenseFingerprint.length) !== licenseFingerprint) return "changed";
  if (terms !== undefined && toHex(await hash(terms)) !== payload.termsHash) return "changed";
  const key = keys.find((one) => one.keyId === keyId);
  if (!key) return "unknownKey";
  return (await isSignedBy(key, bytes, signature)) ? undefined : "unsigned";
}
