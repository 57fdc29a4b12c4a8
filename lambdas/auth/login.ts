import { login } from "#shared/contract/auth.ts";
import { fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { findByLogin, findUser } from "../users/find-user.ts";
import { settleAccount } from "./claims.ts";
import type { AuthServices } from "./services.ts";
import { sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";

export const loginHandler = handle(
  login,
  async ({ body }, { table, identity, newId, now, siteOrigin }: AuthServices) => {
    // An unknown name takes the same way with an id that nobody has, so that neither answer nor time tells it apart.
    const userId = (await findByLogin(table, body.userUsername, now())) ?? newId();
    const tokens = await identity.logIn(userId, body.userPassword);
    if (tokens === "wrong") return fail("wrong_credentials");
    if (tokens === "unconfirmed") return fail("unverified");
    if (tokens === "too_many") return fail("too_many_requests");

    const user = await findUser(table, userId);
    if (!user || user.deactivatedAt) return fail("wrong_credentials");
    // A verification that died between the provider and the table is made whole here.
    if (!user.verified && (await settleAccount(table, user))) return fail("wrong_credentials");
    return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
      sessionCookie(tokens.refreshToken, siteOrigin),
    ]);
  },
);
