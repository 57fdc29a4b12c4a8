import { createHmac, timingSafeEqual } from "node:crypto";
import type { SecondFactorKeys } from "./second-factor-keys.ts";

/** The parameter of the user pool's challenge that is to be signed. */
export const NONCE = "nonce";

/** What proves to the user pool that our functions let this user in: only they and its trigger have the key. */
export async function signInProof(keys: SecondFactorKeys, userId: string, nonce: string): Promise<string> {
  const key = await keys.key("signInProof");
  return createHmac("sha256", key)
    .update(JSON.stringify([userId, nonce]))
    .digest("base64url");
}

export async function isSignInProof(keys: SecondFactorKeys, userId: string, nonce: string, proof: string) {
  const [expected, given] = [Buffer.from(await signInProof(keys, userId, nonce)), Buffer.from(proof)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
