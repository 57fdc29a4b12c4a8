import { refreshToken } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/limits.ts";
import { fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { checkSession } from "../users/check-session.ts";
import { findUser } from "../users/find-user.ts";
import type { AuthServices } from "./services.ts";
import { clearedSessionCookie, sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";
import { endSession, endSessionOfRotatedToken, recordSession, tradeToken } from "./sessions.ts";
import { sessionOf } from "./token-session.ts";

/** A traded token that comes again, other than after a lost answer, ends its session: someone else may have the next one. */
export const refreshTokenHandler = handle(refreshToken, async ({ cookies, raw, audited }, services: AuthServices) => {
  const { table, identity, siteOrigin } = services;
  const current = cookies[COOKIES.session];
  if (!current) return { accessToken: null, user: null };
  const over = () => new WithCookies(fail("session_expired"), [clearedSessionCookie(siteOrigin)]);

  const tokens = await identity.refresh(current);
  if (tokens === "reused") audited.target = await endSessionOfRotatedToken(services, current);
  if (tokens === "reused" || tokens === "expired") return over();
  if (tokens === "too_many") return fail("too_many_requests");
  const session = sessionOf(tokens);
  audited.who = session.userId;
  const state = await checkSession(table, session);
  const user = state === "good" ? await findUser(table, session.userId) : undefined;
  if (!user) {
    // What ended the session can have died between the table and the provider, and other tabs' tokens outlive a log-out.
    await (state === "closed" ? identity.disable(session.userId) : identity.revoke(tokens.refreshToken));
    return over();
  }
  if (!(await tradeToken(services, [current, tokens.refreshToken], session))) {
    await Promise.all([endSession(services, session), identity.revoke(tokens.refreshToken)]);
    return over();
  }
  await recordSession(services, session, raw.headers);
  return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
    sessionCookie(tokens.refreshToken, siteOrigin),
  ]);
});
