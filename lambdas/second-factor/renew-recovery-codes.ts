import { renewRecoveryCodes } from "#shared/contract/second-factor.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { findOpenUser, whileOpen } from "../users/open-account.ts";
import { isProtected, requireProof } from "./factor-proof.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";

export const renewRecoveryCodesHandler = handle(
  renewRecoveryCodes,
  async ({ actor }, services: SecondFactorServices) => {
    const { table, secondFactor } = services;
    const user = await findOpenUser(table, actor.userId);
    if (!user) return fail("forbidden");
    const unproven = await requireProof(services, user, actor);
    if (unproven) return unproven;
    if (!isProtected(user)) return fail("factor_not_found");
    const { codes, writes } = await replaceRecoveryCodes(table, secondFactor, actor.userId);
    const refused = await transact(table, [whileOpen(actor.userId), ...writes]);
    return refused ?? { recoveryCodes: codes };
  },
);
