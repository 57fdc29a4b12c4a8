import { proveOwner } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { checkSignedInPassword, revokeProof } from "../auth/check-password.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { isProtected, recordProof } from "./factor-proof.ts";
import type { SecondFactorServices } from "./services.ts";
import { verifyFactor } from "./verify-factor.ts";

/** The password proves enough only while the account has no second factor. */
export const proveOwnerHandler = handle(proveOwner, async ({ actor, body }, services: SecondFactorServices) => {
  const { userId } = actor;
  const user = await findOpenUser(services.table, userId);
  if (!user) return fail("forbidden");
  if (body.kind === "password") {
    if (isProtected(user)) return fail("second_factor_required");
    const auth = { ...services, identity: services.signIn };
    const proof = await checkSignedInPassword(auth, { userId, password: body.userPassword });
    if (proof instanceof Failure) return proof;
    if (typeof proof === "string")
      return fail("current_password_wrong", { fields: { userPassword: MESSAGES.currentPasswordWrong } });
    await revokeProof(auth, proof);
  } else {
    const refused = await verifyFactor(services, user, body, { kind: "codesSignedIn", who: userId });
    if (refused) return refused;
  }
  await recordProof(services, actor, { byPassword: body.kind === "password" });
  return undefined;
});
