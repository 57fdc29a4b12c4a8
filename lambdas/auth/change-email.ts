import { changeEmail } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { checkSignedInPassword, revokeProof } from "./check-password.ts";
import { isInUse, requestEmailChange } from "./email-change.ts";
import type { AuthServices } from "./services.ts";

/** An address that is in use is answered like any other, and only its owner learns of it, by mail. */
export const changeEmailHandler = handle(changeEmail, async ({ body, owner, sourceIp }, services: AuthServices) => {
  const { userId } = owner;
  const proof = await checkSignedInPassword(services, { userId, password: body.userCurrent });
  if (proof instanceof Failure) return proof;
  if (typeof proof === "string") return fail("current_password_wrong");
  await revokeProof(services, proof);
  const refused = await throttle(services, "emailChange", { sourceIp, account: userId });
  if (refused) return refused;
  const inUse = await isInUse(services, userId, body.userEmail);
  const throttled = await requestEmailChange(services, owner, body.userEmail, { inUse });
  if (throttled) return throttled;
  return { message: MESSAGES.emailChanged, expose: true as const };
});
