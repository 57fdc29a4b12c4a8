import { decomposeUnverifiedJwt } from "aws-jwt-verify/jwt";
import { refreshToken } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/limits.ts";
import { fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { findUser } from "../users/find-user.ts";
import type { AuthServices } from "./services.ts";
import { clearedSessionCookie, sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";

export const refreshTokenHandler = handle(
  refreshToken,
  async ({ cookies }, { table, identity, siteOrigin }: AuthServices) => {
    const current = cookies[COOKIES.session];
    if (!current) return { accessToken: null, user: null };
    const over = () => new WithCookies(fail("session_expired"), [clearedSessionCookie(siteOrigin)]);

    const tokens = await identity.refresh(current);
    if (tokens === "expired") return over();
    if (tokens === "too_many") return fail("too_many_requests");
    const user = await findUser(table, usernameIn(tokens.accessToken));
    if (!user || user.deactivatedAt) return over();
    return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
      sessionCookie(tokens.refreshToken, siteOrigin),
    ]);
  },
);

/** The token came from the provider a moment ago, so its signature needs no second look. */
const usernameIn = (accessToken: string) => String(decomposeUnverifiedJwt(accessToken).payload.username);
