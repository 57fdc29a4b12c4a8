import { hkdfSync } from "node:crypto";
import { openSecret } from "../secrets/open-secret.ts";

/** What a key is for; no two purposes share one. */
export type KeyPurpose = "signInProof" | "totpSecret" | "recoveryCode";

const KEY_BYTES = 32;

/** The keys of second factors, 32 bytes each, derived from one secret; it is fetched when a key is first needed. */
export interface SecondFactorKeys {
  key(purpose: KeyPurpose): Promise<Buffer>;
}

export function openSecondFactorKeys(environment: { readonly SECOND_FACTOR_SECRET_ARN: string }): SecondFactorKeys {
  const secret = openSecret(environment.SECOND_FACTOR_SECRET_ARN);
  return {
    key: async (purpose) => Buffer.from(hkdfSync("sha256", await secret.read(), "", `ochre ${purpose}`, KEY_BYTES)),
  };
}
