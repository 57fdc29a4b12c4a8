import { login } from "#shared/contract/auth.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { findUser } from "../users/find-user.ts";
import { checkPassword, idOfLogin, revokeProof } from "./check-password.ts";
import { forgetBrowsers, rememberBrowser } from "./known-browsers.ts";
import { logInAnew } from "./log-in-anew.ts";
import type { AuthServices } from "./services.ts";
import { sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";

export const loginHandler = handle(login, async ({ body, sourceIp, cookies }, services: AuthServices) => {
  const { table, identity, siteOrigin } = services;
  const userId = await idOfLogin(services, body.userUsername);
  const proof = await checkPassword(services, { userId, password: body.userPassword, sourceIp, cookies });
  if (proof instanceof Failure) return proof;
  if (proof === "wrong") return fail("wrong_credentials");

  const user = await findUser(table, userId);
  if (!user || user.deactivatedAt) {
    // A closing that died between the table and the provider is made whole here.
    await identity.disable(userId);
    await forgetBrowsers(table, userId);
    return fail("wrong_credentials");
  }
  if (!user.verified) {
    await revokeProof(services, proof);
    return fail("unverified");
  }
  const tokens = await logInAnew(services, user, body.userPassword, proof);
  if (tokens === "wrong") return fail("wrong_credentials");
  if (tokens === "too_many") return fail("too_many_requests");
  return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
    sessionCookie(tokens.refreshToken, siteOrigin),
    await rememberBrowser(services, userId, cookies),
  ]);
});
