import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { proveOwner, readFactors, readProofOptions, renewRecoveryCodes } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PasskeyId } from "#shared/model/second-factor.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import { transact } from "../../platform/table/transact.ts";
import { checkSignedInPassword, revokeTokens } from "../auth/check-password.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser, OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { hasSecondFactor, recordProof } from "./factor-proof.ts";
import { listPasskeys } from "./find-passkeys.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import type { SecondFactorServices } from "./services.ts";
import { findTotp } from "./totp.ts";
import { listProofMethods, verifyFactor } from "./verify-factor.ts";

export const readFactorsHandler = handle(readFactors, async ({ params }, { table }: SecondFactorServices) => {
  const [totp, recoveryCodes, passkeys] = await Promise.all([
    findTotp(table, params.userId),
    countRecoveryCodes(table, params.userId),
    listPasskeys(table, params.userId),
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

export const readProofOptionsHandler = handle(readProofOptions, async ({ params }, services: SecondFactorServices) => {
  const user = await findOpenUser(services.table, params.userId);
  return user ? listProofMethods(services, user) : fail("forbidden");
});

/** The password proves enough only while the account has no second factor. */
export const proveOwnerHandler = handle(proveOwner, async ({ actor, body }, services: SecondFactorServices) => {
  const { userId } = actor;
  const user = await findOpenUser(services.table, userId);
  if (!user) return fail("forbidden");
  if (body.kind === "password") {
    if (hasSecondFactor(user)) return fail("second_factor_required");
    const auth = { ...services, identity: services.signIn };
    const proof = await checkSignedInPassword(auth, { userId, password: body.userPassword });
    if (proof instanceof Failure) return proof;
    if (typeof proof === "string")
      return fail("current_password_wrong", { fields: { userPassword: MESSAGES.currentPasswordWrong } });
    await revokeTokens(auth, proof);
  } else {
    const refused = await verifyFactor(services, user, body, { kind: "codesSignedIn", subject: userId });
    if (refused) return refused;
  }
  await recordProof(services, actor, { byPassword: body.kind === "password" });
  return undefined;
});

/** Only one of concurrent calls creates a set, and none if factors or sessions changed since the account was read. */
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
  failure: "too_many_requests" as const,
});

export const renewRecoveryCodesHandler = handle(
  renewRecoveryCodes,
  async ({ owner }, services: SecondFactorServices) => {
    const { table, secondFactor, siteOrigin } = services;
    if (!hasSecondFactor(owner)) return fail("factor_not_found");
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
