import { logout } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/limits.ts";
import { bearerTokenIn, tokenSession } from "../runtime/actor.ts";
import { fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import type { AuthServices } from "./services.ts";
import { clearedSessionCookie } from "./session-cookie.ts";
import { endSession, endSessionOfRotatedToken } from "./sessions.ts";
import { sessionOf } from "./token-session.ts";

/**
 * Ends the sessions of the access token and of the cookie that come along. A refresh token doesn't say whose session it
 * is, so it is exchanged once more before it is revoked.
 */
export const logoutHandler = handle(logout, async ({ cookies, raw, audited }, services: AuthServices) => {
  const { identity, siteOrigin } = services;
  const accessToken = bearerTokenIn(raw.headers);
  const holder = accessToken && (await tokenSession(accessToken, services));
  if (holder) await endSession(services, holder);
  audited.who = (holder || undefined)?.userId;

  const current = cookies[COOKIES.session];
  const tokens = current ? await identity.refresh(current) : "expired";
  if (tokens === "too_many") return fail("too_many_requests");
  if (typeof tokens !== "string") {
    const session = sessionOf(tokens);
    await endSession(services, session);
    audited.who = session.userId;
  }
  if (current && typeof tokens === "string") audited.target = await endSessionOfRotatedToken(services, current);
  const last = typeof tokens === "string" ? current : tokens.refreshToken;
  const revoked = last && (await identity.revoke(last));
  if (revoked === "too_many") return fail("too_many_requests");
  return new WithCookies(undefined, [clearedSessionCookie(siteOrigin)]);
});
