import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { openSecret } from "../../platform/secrets/open-secret.ts";

/** Purposes of keys; each has its own. */
export type KeyPurpose = "signInProof" | "totpSecret" | "recoveryCode";

const KEY_BYTES = 32;

/** Keys of second factors, 32 bytes each, derived from one secret that is read on first use. */
export interface SecondFactorKeys {
  key(purpose: KeyPurpose): Promise<Buffer>;
}

export function openSecondFactorKeys(environment: { readonly SECOND_FACTOR_SECRET_ARN: string }): SecondFactorKeys {
  const secret = openSecret(environment.SECOND_FACTOR_SECRET_ARN);
  return {
    key: async (purpose) => Buffer.from(hkdfSync("sha256", await secret.read(), "", `ochre ${purpose}`, KEY_BYTES)),
  };
}

/** The user pool's challenge parameter that is signed. */
export const NONCE = "nonce";

/** Proves to the user pool's trigger that our functions log this user in: only they and the trigger have the key. */
export async function computeSignInProof(keys: SecondFactorKeys, userId: string, nonce: string): Promise<string> {
  const key = await keys.key("signInProof");
  return createHmac("sha256", key)
    .update(JSON.stringify([userId, nonce]))
    .digest("base64url");
}

export async function isSignInProof(keys: SecondFactorKeys, userId: string, nonce: string, proof: string) {
  const [expected, given] = [Buffer.from(await computeSignInProof(keys, userId, nonce)), Buffer.from(proof)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
