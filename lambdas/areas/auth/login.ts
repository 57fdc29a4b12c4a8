import * as auth from "#shared/contract/auth.ts";
import { logout, refreshToken } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/cookies.ts";
import { findBearerToken, findTokenSession } from "../../platform/runtime/actor.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle, WithCookies } from "../../platform/runtime/handle.ts";
import { deleteFactors } from "../second-factor/delete-factors.ts";
import { hasSecondFactor } from "../second-factor/factor-proof.ts";
import { beginPendingLogin } from "../second-factor/pending-login.ts";
import { checkSession } from "../users/check-session.ts";
import { findUser } from "../users/find-user.ts";
import { checkPassword, revokeTokens } from "./check-password.ts";
import { buildClearedSessionCookie, buildSessionCookie } from "./cookies.ts";
import { deleteKnownBrowsers } from "./known-browsers.ts";
import { logInAfterSignOut, respondWithSession } from "./open-session.ts";
import type { AuthServices } from "./services.ts";
import { loadSessionUser } from "./session-user.ts";
import { endSession, endSessionOfRotatedToken, recordSession, rotateToken } from "./sessions.ts";
import { decodeSession } from "./token-session.ts";

export const loginHandler = handle(
  auth.login,
  async ({ body, sourceIp, cookies, raw, audited }, services: AuthServices) => {
    const { table, identity } = services;
    const { userUsername: login, userPassword: password } = body;
    const checked = await checkPassword(services, { login, password, sourceIp, cookies, audited });
    if (checked instanceof Failure) return checked;
    if (checked === "wrong") return fail("wrong_credentials");

    const { userId, tokens: unusedTokens } = checked;
    audited.who = userId;
    const user = await findUser(table, userId);
    if (!user || user.deactivatedAt) {
      // Completes a closure that crashed between table and Cognito.
      await identity.disable(userId);
      await deleteKnownBrowsers(table, userId);
      await deleteFactors(table, userId);
      return fail("wrong_credentials");
    }
    if (user.blockedAt) {
      await revokeTokens(services, unusedTokens);
      return fail("account_blocked");
    }
    if (!user.verified) {
      await revokeTokens(services, unusedTokens);
      return fail("unverified");
    }
    if (hasSecondFactor(user)) {
      await revokeTokens(services, unusedTokens);
      return new WithCookies(fail("second_factor_required"), [await beginPendingLogin(services, user)]);
    }
    const logIn = () => identity.logIn(userId, password);
    const tokens = await logInAfterSignOut(services, user, logIn, unusedTokens);
    if (tokens === "wrong") return fail("wrong_credentials");
    if (tokens === "too_many") return fail("too_many_requests");
    return respondWithSession(services, user, tokens, { cookies, headers: raw.headers });
  },
);

/**
 * Ends the sessions of the access token and of the cookie. A refresh token doesn't name its session, so it is exchanged
 * before it is revoked.
 */
export const logoutHandler = handle(logout, async ({ cookies, raw, audited }, services: AuthServices) => {
  const { identity, siteOrigin } = services;
  const accessToken = findBearerToken(raw.headers);
  const holder = accessToken && (await findTokenSession(accessToken, services));
  if (holder) await endSession(services, holder);
  audited.who = (holder || undefined)?.userId;

  const current = cookies[COOKIES.session];
  const tokens = current ? await identity.refresh(current) : "expired";
  if (tokens === "too_many") return fail("too_many_requests");
  if (typeof tokens !== "string") {
    const session = decodeSession(tokens);
    await endSession(services, session);
    audited.who = session.userId;
  }
  if (current && typeof tokens === "string") audited.target = await endSessionOfRotatedToken(services, current);
  const last = typeof tokens === "string" ? current : tokens.refreshToken;
  const revoked = last && (await identity.revoke(last));
  if (revoked === "too_many") return fail("too_many_requests");
  return new WithCookies(undefined, [buildClearedSessionCookie(siteOrigin)]);
});

/** Reuse of a rotated token ends its session, because it may be stolen; except shortly after a lost response. */
export const refreshTokenHandler = handle(refreshToken, async ({ cookies, raw, audited }, services: AuthServices) => {
  const { table, identity, siteOrigin } = services;
  const current = cookies[COOKIES.session];
  if (!current) return { accessToken: null, user: null };
  const failExpired = () => new WithCookies(fail("session_expired"), [buildClearedSessionCookie(siteOrigin)]);

  const tokens = await identity.refresh(current);
  if (tokens === "reused") audited.target = await endSessionOfRotatedToken(services, current);
  if (tokens === "reused" || tokens === "expired") return failExpired();
  if (tokens === "too_many") return fail("too_many_requests");
  const session = decodeSession(tokens);
  audited.who = session.userId;
  const { state } = await checkSession(table, session);
  const user = state === "active" ? await findUser(table, session.userId) : undefined;
  if (!user) {
    // The session may still exist at Cognito, and other tabs' tokens survive a log-out.
    await (state === "closed" ? identity.disable(session.userId) : identity.revoke(tokens.refreshToken));
    return failExpired();
  }
  if (!(await rotateToken(services, [current, tokens.refreshToken], session))) {
    await Promise.all([endSession(services, session), identity.revoke(tokens.refreshToken)]);
    return failExpired();
  }
  await recordSession(services, session, raw.headers);
  return new WithCookies({ accessToken: tokens.accessToken, user: await loadSessionUser(table, user) }, [
    buildSessionCookie(tokens.refreshToken, siteOrigin),
  ]);
});
