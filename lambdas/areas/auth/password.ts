import { changePassword, checkResetLink, forgotPassword, resetPassword } from "#shared/contract/auth.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle, WithCookies } from "../../platform/runtime/handle.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { transact } from "../../platform/table/transact.ts";
import { resetAttempts } from "../../platform/throttle/password-attempts.ts";
import { throttleAddress } from "../../platform/throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { checkSignedInPassword, revokeTokens } from "./check-password.ts";
import { buildSessionCookie } from "./cookies.ts";
import { cancelEmailChange } from "./email-change.ts";
import { computeNotBefore, endSessions, isBeingReset } from "./end-sessions.ts";
import { deleteKnownBrowsers, listKnownBrowsers, rememberBrowser } from "./known-browsers.ts";
import { findToken, isAttempted, redeemToken, startAttempt } from "./mailed-token.ts";
import type { AuthServices } from "./services.ts";
import { loadSessionUser } from "./session-user.ts";
import { recordSession } from "./sessions.ts";
import { decodeSession } from "./token-session.ts";

/**
 * Ends all other sessions in the table before Cognito gets the new password, so that no crash in between leaves them alive;
 * then the caller gets a new session and the old one ends too.
 */
export const changePasswordHandler = handle(
  changePassword,
  async ({ body, actor, owner: user, raw }, services: AuthServices) => {
    const { userId } = user;
    const { table, identity, now, siteOrigin } = services;
    if (isBeingReset(user, now())) return fail("too_many_requests");
    const proof = await checkSignedInPassword(services, { userId, password: body.userCurrent });
    if (proof instanceof Failure) return proof;
    if (typeof proof === "string") return fail("current_password_wrong");
    const overtaken = await transact(table, [
      { write: endSessions(user, epochSeconds(now()), { exempt: actor }), failure: "unauthenticated" },
      cancelEmailChange(userId),
    ]);
    if (overtaken) return overtaken;

    const changed = await identity.setPassword(userId, body.userPassword);
    if (changed === "too_many") {
      await revokeTokens(services, proof);
      return fail("too_many_requests");
    }
    // Before anything that may fail: the owner has to be notified.
    await sendBestEffort(services, user.email, emailTemplates.passwordChanged(`${siteOrigin}/forgot_password`), {
      kind: "passwordChanged",
      userId: user.userId,
    });
    // Even if this is throttled, a session that has ended in the table is revoked at its next refresh.
    await identity.signOutEverywhere(userId);
    const tokens = await identity.logIn(userId, body.userPassword);
    if (typeof tokens === "string") throw new Error(`The new password was answered with "${tokens}"`);
    const current = await findOpenUser(table, userId);
    if (!current) return fail("forbidden");
    const fresh = decodeSession(tokens);
    const refused = await transact(table, [
      { write: endSessions(current, fresh.started, { exempt: fresh }), failure: "unauthenticated" },
      cancelEmailChange(userId),
    ]);
    if (refused) return refused;
    await recordSession(services, fresh, raw.headers);
    const session = { accessToken: tokens.accessToken, user: await loadSessionUser(table, current) };
    return new WithCookies({ ...session, message: MESSAGES.passwordChanged, expose: true as const }, [
      buildSessionCookie(tokens.refreshToken, siteOrigin),
    ]);
  },
);

export const forgotPasswordHandler = handle(forgotPassword, async ({ body, sourceIp }, services: AuthServices) => {
  const refused = await throttleAddress(services, "forgot", sourceIp);
  if (refused) return refused;
  const { mailRequests, newId } = services;
  await mailRequests.add({ requestId: newId(), kind: "forgot", email: body.userEmail });
  return { message: MESSAGES.resetLinkSent, expose: true as const };
});

/**
 * Resets the counters of wrong passwords after a reset by mail, which proves the owner. This browser becomes the only known
 * one, so that a thief's isn't known any more. Returns its `Set-Cookie`.
 */
async function resetPasswordAttempts(
  services: AuthServices,
  userId: string,
  cookies: Readonly<Record<string, string>>,
): Promise<string> {
  await deleteKnownBrowsers(services.table, userId);
  await resetAttempts(services, { kind: "unknownBrowsers", subject: userId });
  await resetAttempts(services, { kind: "signedIn", subject: userId });
  return rememberBrowser(services, userId, cookies, await listKnownBrowsers(services.table, userId));
}

/**
 * Ends all sessions before Cognito gets the new password, so that no crash in between leaves a thief's alive, and blocks new
 * ones until both is done. The link is redeemed last, so that it can complete a crashed reset.
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
    const notBefore = computeNotBefore(user, at);
    const started = { ...user, notBefore, passwordFrom: notBefore };
    const overtaken = await transact(table, [
      ...startAttempt(token, parts, started, now()),
      { write: endSessions(user, at, { resetUntil: at + LIFETIMES.resetAttempt }), failure: "link_expired" },
      cancelEmailChange(userId),
    ]);
    if (overtaken) return overtaken;

    const set = await identity.setPassword(userId, body.userPassword);
    if (set === "too_many") return fail("too_many_requests");
    // Before anything that may fail: the owner has to be notified.
    await sendBestEffort(services, user.email, emailTemplates.passwordChanged(`${siteOrigin}/forgot_password`), {
      kind: "passwordChanged",
      userId: user.userId,
    });
    if ((await identity.signOutEverywhere(userId)) === "too_many") return fail("too_many_requests");
    const cookie = await resetPasswordAttempts(services, userId, cookies);
    const refused = await transact(table, [
      redeemToken({ ...parts, owner: started }),
      { write: endSessions(started, epochSeconds(now())), failure: "link_expired" },
      cancelEmailChange(userId),
    ]);
    if (refused) return refused;
    return new WithCookies({ message: MESSAGES.passwordChanged, expose: true as const }, [cookie]);
  },
);

/** Previews the result of a reset with this token, before a password is typed. */
export const checkResetLinkHandler = handle(checkResetLink, async ({ params }, services: AuthServices) => {
  const owner = await findOpenUser(services.table, params.userId);
  const token = owner && (await findToken(services, { purpose: "reset", owner, secret: params.resetToken }));
  return token ? undefined : fail("link_expired");
});
