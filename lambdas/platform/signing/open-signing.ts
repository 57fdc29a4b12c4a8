import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { openSecret } from "../secrets/open-secret.ts";
import { computeKeyId } from "./key-id.ts";
import { readSigningSecret } from "./signing-secret.ts";

/** The platform's Ed25519 key. */
export interface SigningKey {
  /** The 64 bytes of the signature. */
  sign(bytes: Uint8Array): Buffer;
  /** SPKI in PEM. */
  readonly publicKey: string;
  readonly keyId: string;
}

/** The platform's signing keys, read on first use. */
export interface Signing {
  /** The current key. */
  key(): Promise<SigningKey>;
  /** Every key for verifying certificates: the current, former and next ones. */
  keys(): Promise<readonly SigningKey[]>;
}

/** Prefix of an Ed25519 private key's seed in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** Derived from the secret's text, so that a random secret by AWS is enough. */
export function deriveSigningKey(secret: string): SigningKey {
  const seed = createHash("sha256").update(secret).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key);
  return {
    sign: (bytes) => sign(null, bytes, key),
    publicKey: spki.export({ format: "pem", type: "spki" }).toString(),
    keyId: computeKeyId(spki),
  };
}

export function openSigning({ SIGNING_SECRET_ARN }: { readonly SIGNING_SECRET_ARN: string }): Signing {
  const secret = openSecret(SIGNING_SECRET_ARN);
  let cached:
    | { readonly text: string; readonly current: SigningKey; readonly others: readonly SigningKey[] }
    | undefined;
  const read = async () => {
    const text = await secret.read();
    if (cached?.text === text) return cached;
    const { current, next, previous } = readSigningSecret(text);
    const others = [...(next === undefined ? [] : [next]), ...previous].map(deriveSigningKey);
    cached = { text, current: deriveSigningKey(current), others };
    return cached;
  };
  return {
    key: async () => (await read()).current,
    keys: async () => {
      const { current, others } = await read();
      return [current, ...others];
    },
  };
}
