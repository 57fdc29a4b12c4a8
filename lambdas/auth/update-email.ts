import { updateEmail } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { checkPassword, idOfLogin, revokeProof } from "./check-password.ts";
import { isInUse, requestEmailChange } from "./email-change.ts";
import type { AuthServices } from "./services.ts";

export const updateEmailHandler = handle(updateEmail, async ({ body, sourceIp, cookies }, services: AuthServices) => {
  const userId = await idOfLogin(services, body.userUsername);
  const user = await findOpenUser(services.table, userId);
  const proof = await checkPassword(services, { userId, password: body.userPassword, sourceIp, cookies });
  if (proof instanceof Failure) return proof;
  if (proof === "wrong") return fail("wrong_credentials");
  await revokeProof(services, proof);
  if (!user) return fail("wrong_credentials");
  const refused = await throttle(services, "emailChange", { sourceIp, account: userId });
  if (refused) return refused;
  if (await isInUse(services, userId, body.userEmail)) return fail("email_taken");
  await requestEmailChange(services, user, body.userEmail, { inUse: false });
  return { message: MESSAGES.emailChanged, expose: true as const };
});
