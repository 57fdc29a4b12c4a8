import { resetPassword } from "#shared/contract/auth.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { findOpenUser } from "../users/open-account.ts";
import { cancelEmailChange } from "./email-change.ts";
import { endSessions } from "./end-sessions.ts";
import { isGoodToken, redeemToken, startAttempt } from "./mailed-token.ts";
import { resetPasswordAttempts } from "./reset-password-attempts.ts";
import type { AuthServices } from "./services.ts";

/** The link is used up last, so that opening it again finishes what a fault interrupted. */
export const resetPasswordHandler = handle(resetPassword, async ({ params, body, cookies }, services: AuthServices) => {
  const { userId, resetToken: secret } = params;
  const { table, identity, now, siteOrigin } = services;
  const user = await findOpenUser(table, userId);
  if (!user) return fail("link_expired");
  const parts = { purpose: "reset", owner: user, secret } as const;
  if (!(await isGoodToken(services, parts))) return fail("link_expired");
  if (!(await startAttempt(services, parts))) {
    return fail("too_many_requests", { retryAfter: LIFETIMES.resetAttempt });
  }

  const set = await identity.setPassword(userId, body.userPassword);
  if (set === "too_many") return fail("too_many_requests");
  if ((await identity.signOutEverywhere(userId)) === "too_many") return fail("too_many_requests");
  const known = await resetPasswordAttempts(services, userId, cookies);
  const refused = await transact(table, [
    redeemToken(parts),
    { write: endSessions(user, epochSeconds(now())), otherwise: "link_expired" },
    cancelEmailChange(userId),
  ]);
  if (refused) return refused;
  await sendBestEffort(services, user.email, emailTemplates.passwordChanged(`${siteOrigin}/forgot_password`));
  return new WithCookies({ message: MESSAGES.passwordChanged, expose: true as const }, [known]);
});
