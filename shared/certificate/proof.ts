import canonicalize from "canonicalize";
import { LIMITS } from "../limits.ts";
import type { Certificate, CertificatePayload } from "../model/license.ts";

/** The one text of a payload that is hashed and signed (RFC 8785). */
export const canonicalPayload = (payload: CertificatePayload): string => canonicalize(payload) ?? "";

/** An Ed25519 key by its id, its SPKI in PEM. */
export interface PublishedKey {
  readonly keyId: string;
  readonly publicKey: string;
}

/**
 * `changed`: the payload isn't the one of its fingerprint. `unknownKey`: none of the keys has the id that it names.
 * `unsigned`: the signature isn't that key's.
 */
export type CertificateProblem = "changed" | "unknownKey" | "unsigned";

const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** True if the key signed the bytes; false for a signature that isn't base64, too. */
async function isSignedBy({ publicKey }: PublishedKey, bytes: BufferSource, signature: string) {
  const spki = decodeBase64(publicKey.replace(/-----[A-Z ]+-----|\s/g, ""));
  const key = await crypto.subtle.importKey("spki", spki, "Ed25519", false, ["verify"]);
  try {
    return await crypto.subtle.verify("Ed25519", key, decodeBase64(signature), bytes);
  } catch {
    return false;
  }
}

/**
 * Why a certificate isn't genuine, whoever wrote it; `undefined` where one of the keys signed all that it says.
 * Rejects where the browser doesn't know Ed25519.
 */
export async function findProblem(
  { payload, licenseFingerprint, signature, keyId }: Certificate,
  keys: readonly PublishedKey[],
): Promise<CertificateProblem | undefined> {
  const bytes = new TextEncoder().encode(canonicalPayload(payload));
  const digest = toHex(await crypto.subtle.digest("SHA-256", bytes));
  if (digest.slice(0, LIMITS.licenseFingerprint.length) !== licenseFingerprint) return "changed";
  const key = keys.find((one) => one.keyId === keyId);
  if (!key) return "unknownKey";
  return (await isSignedBy(key, bytes, signature)) ? undefined : "unsigned";
}
