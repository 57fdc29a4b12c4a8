import { updateEmail } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { askForEmailChange } from "./email-change.ts";
import { dropProof, idOfLogin, provePassword } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";

export const updateEmailHandler = handle(updateEmail, async ({ body, sourceIp, cookies }, services: AuthServices) => {
  const userId = await idOfLogin(services, body.userUsername);
  const proof = await provePassword(services, { userId, password: body.userPassword, sourceIp, cookies });
  if (proof instanceof Failure) return proof;
  if (proof === "wrong") return fail("wrong_credentials");
  await dropProof(services, proof);
  if (!(await findOpenUser(services.table, userId))) return fail("wrong_credentials");
  const refused =
    (await throttle(services, "emailChange", { sourceIp, account: userId })) ??
    (await askForEmailChange(services, userId, body.userEmail));
  return refused ?? { message: MESSAGES.emailChanged, expose: true as const };
});
