import { updateEmail } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { checkPassword, idOfLogin, revokeProof } from "./check-password.ts";
import { askForEmailChange } from "./email-change.ts";
import type { AuthServices } from "./services.ts";

export const updateEmailHandler = handle(updateEmail, async ({ body, sourceIp, cookies }, services: AuthServices) => {
  const userId = await idOfLogin(services, body.userUsername);
  const proof = await checkPassword(services, { userId, password: body.userPassword, sourceIp, cookies });
  if (proof instanceof Failure) return proof;
  if (proof === "wrong") return fail("wrong_credentials");
  await revokeProof(services, proof);
  if (!(await findOpenUser(services.table, userId))) return fail("wrong_credentials");
  const refused =
    (await throttle(services, "emailChange", { sourceIp, account: userId })) ??
    (await askForEmailChange(services, userId, body.userEmail));
  return refused ?? { message: MESSAGES.emailChanged, expose: true as const };
});
