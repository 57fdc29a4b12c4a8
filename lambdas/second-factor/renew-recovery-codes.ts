import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { renewRecoveryCodes } from "#shared/contract/second-factor.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { ifUnchanged } from "../table/if-unchanged.ts";
import { transact } from "../table/transact.ts";
import type { User } from "../users/find-user.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { isProtected } from "./factor-proof.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";

/** Of calls at once one alone makes a set; none does where factors or sessions changed since the account was read. */
const countSet = (user: User) => ({
  write: UserEntity.build(UpdateTransaction)
    .item({ userId: user.userId, recoveryCodeSets: $add(1) })
    .options({
      condition: {
        and: [
          OPEN,
          ifUnchanged("recoveryCodeSets", user.recoveryCodeSets),
          ifUnchanged("factors", user.factors),
          ifUnchanged("notBefore", user.notBefore),
        ],
      },
    }),
  otherwise: "too_many_requests" as const,
});

export const renewRecoveryCodesHandler = handle(
  renewRecoveryCodes,
  async ({ owner }, services: SecondFactorServices) => {
    const { table, secondFactor, siteOrigin } = services;
    if (!isProtected(owner)) return fail("factor_not_found");
    const { codes, writes } = await replaceRecoveryCodes(table, secondFactor, owner.userId);
    const refused = await transact(table, [countSet(owner), ...writes]);
    if (refused) return refused;
    await sendBestEffort(services, owner.email, emailTemplates.recoveryCodesRenewed(`${siteOrigin}/settings`), {
      kind: "recoveryCodesRenewed",
      userId: owner.userId,
    });
    return { recoveryCodes: codes };
  },
);
