import { resetPassword } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { letters } from "../mail/letters.ts";
import { tell } from "../mail/tell.ts";
import { fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { forgetEmailChange } from "./email-change.ts";
import { restartTries } from "./restart-tries.ts";
import type { AuthServices } from "./services.ts";

export const resetPasswordHandler = handle(resetPassword, async ({ params, body, cookies }, services: AuthServices) => {
  const { userId, resetToken } = params;
  const { table, identity, siteOrigin } = services;
  const reset = await identity.resetPassword(userId, resetToken, body.userPassword);
  if (reset === "bad_code") return fail("link_expired");
  if (reset === "too_many") return fail("too_many_requests");
  await identity.signOutEverywhere(userId);
  await forgetEmailChange(table, userId);
  const known = await restartTries(services, userId, cookies);
  const user = await findOpenUser(table, userId);
  if (user) await tell(services, user.email, letters.passwordChanged(`${siteOrigin}/forgot_password`));
  return new WithCookies({ message: MESSAGES.passwordChanged, expose: true as const }, [known]);
});
