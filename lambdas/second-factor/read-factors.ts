import { readFactors } from "#shared/contract/second-factor.ts";
import { PasskeyId } from "#shared/model/second-factor.ts";
import { handle } from "../runtime/handle.ts";
import { passkeysOf } from "./find-passkeys.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";
import { findTotp } from "./totp.ts";

export const readFactorsHandler = handle(readFactors, async ({ params }, { table }: SecondFactorServices) => {
  const [totp, recoveryCodes, passkeys] = await Promise.all([
    findTotp(table, params.userId),
    countRecoveryCodes(table, params.userId),
    passkeysOf(table, params.userId),
  ]);
  return {
    totpCreated: totp?.created ?? null,
    recoveryCodes,
    passkeys: passkeys.map(({ passkeyId, name, created, lastUsed }) => ({
      id: PasskeyId.parse(passkeyId),
      name,
      created,
      lastUsed: lastUsed ?? null,
    })),
  };
});
