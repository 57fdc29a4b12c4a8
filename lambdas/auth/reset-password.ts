import { resetPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { letters } from "../mail/letters.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findUser } from "../users/find-user.ts";
import type { AuthServices } from "./services.ts";

export const resetPasswordHandler = handle(resetPassword, async (call, services: AuthServices) => {
  const { params, body } = call;
  const { table, identity, mail, siteOrigin } = services;
  const reset = await identity.resetPassword(params.userId, params.resetToken, body.userPassword);
  if (reset === "bad_code") return fail("link_expired");
  if (reset === "too_many") return fail("too_many_requests");
  await identity.signOutEverywhere(params.userId);
  const user = await findUser(table, params.userId);
  if (user) await mail.send(user.email, letters.passwordChanged(`${siteOrigin}/forgot_password`));
  return { message: MESSAGES.passwordChanged, expose: true as const };
});
