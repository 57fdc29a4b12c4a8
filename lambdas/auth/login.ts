import { login } from "#shared/contract/auth.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { findUser } from "../users/find-user.ts";
import { settleAccount } from "./claims.ts";
import { rememberBrowser } from "./known-browsers.ts";
import { dropProof, idOfLogin, provePassword } from "./prove-password.ts";
import type { AuthServices } from "./services.ts";
import { sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";

export const loginHandler = handle(login, async ({ body, sourceIp, cookies }, services: AuthServices) => {
  const { table, identity, siteOrigin } = services;
  const userId = await idOfLogin(services, body.userUsername);
  const tokens = await provePassword(services, { userId, password: body.userPassword, sourceIp, cookies });
  if (tokens instanceof Failure) return tokens;
  if (tokens === "wrong") return fail("wrong_credentials");
  if (tokens === "unconfirmed") return fail("unverified");

  const user = await findUser(table, userId);
  if (!user || user.deactivatedAt) {
    // A closing that died between the table and the provider is made whole here.
    await identity.remove(userId);
    return fail("wrong_credentials");
  }
  // So is a verification that died between the provider and the table.
  if (!user.verified && (await settleAccount(table, user))) {
    await dropProof(services, tokens);
    return fail("wrong_credentials");
  }
  return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
    sessionCookie(tokens.refreshToken, siteOrigin),
    await rememberBrowser(services, userId, cookies),
  ]);
});
