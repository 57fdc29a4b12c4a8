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
import { endSessions, nextNotBefore } from "./end-sessions.ts";
import { findToken, isAttempted, redeemToken, startAttempt } from "./mailed-token.ts";
import { resetPasswordAttempts } from "./reset-password-attempts.ts";
import type { AuthServices } from "./services.ts";

/**
 * Ends every session before the provider gets the new password, so that no fault between the two leaves a thief's alive,
 * and keeps new ones off until both is done. The link is used up last: opening it again finishes what a fault interrupted.
 */
export const resetPasswordHandler = handle(
  resetPassword,
  async ({ params, body, cookies, audited }, services: AuthServices) => {
    const { userId, resetToken: secret } = params;
    const { table, identity, now, siteOrigin } = services;
    const user = await findOpenUser(table, userId);
    if (!user) return fail("link_expired");
    const parts = { purpose: "reset", owner: user, secret } as const;
    const token = await findToken(services, parts);
    if (!token) return fail("link_expired");
    audited.who = userId;
    if (isAttempted(token, now())) return fail("too_many_requests", { retryAfter: LIFETIMES.resetAttempt });

    const at = epochSeconds(now());
    const notBefore = nextNotBefore(user, at);
    const begun = { ...user, notBefore, passwordFrom: notBefore };
    const overtaken = await transact(table, [
      ...startAttempt(token, parts, begun, now()),
      { write: endSessions(user, at, { resetUntil: at + LIFETIMES.resetAttempt }), otherwise: "link_expired" },
      cancelEmailChange(userId),
    ]);
    if (overtaken) return overtaken;

    const set = await identity.setPassword(userId, body.userPassword);
    if (set === "too_many") return fail("too_many_requests");
    // Before anything that may fail: the owner has to be told.
    await sendBestEffort(services, user.email, emailTemplates.passwordChanged(`${siteOrigin}/forgot_password`), {
      kind: "passwordChanged",
      userId: user.userId,
    });
    if ((await identity.signOutEverywhere(userId)) === "too_many") return fail("too_many_requests");
    const known = await resetPasswordAttempts(services, userId, cookies);
    const refused = await transact(table, [
      redeemToken({ ...parts, owner: begun }),
      { write: endSessions(begun, epochSeconds(now())), otherwise: "link_expired" },
      cancelEmailChange(userId),
    ]);
    if (refused) return refused;
    return new WithCookies({ message: MESSAGES.passwordChanged, expose: true as const }, [known]);
  },
);
