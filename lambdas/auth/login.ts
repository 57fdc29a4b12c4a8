import * as auth from "#shared/contract/auth.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle, WithCookies } from "../runtime/handle.ts";
import { findUser } from "../users/find-user.ts";
import { checkPassword, revokeProof } from "./check-password.ts";
import { forgetBrowsers, rememberBrowser } from "./known-browsers.ts";
import { logInAfterSignOut } from "./log-in-after-sign-out.ts";
import { mailNewBrowser } from "./mail-new-browser.ts";
import type { AuthServices } from "./services.ts";
import { sessionCookie } from "./session-cookie.ts";
import { sessionUserOf } from "./session-user.ts";
import { noteSession } from "./sessions.ts";
import { sessionOf } from "./token-session.ts";

export const loginHandler = handle(auth.login, async ({ body, sourceIp, cookies, raw }, services: AuthServices) => {
  const { table, identity, siteOrigin } = services;
  const { userUsername: login, userPassword: password } = body;
  const checked = await checkPassword(services, { login, password, sourceIp, cookies });
  if (checked instanceof Failure) return checked;
  if (checked === "wrong") return fail("wrong_credentials");

  const { userId, tokens: proof } = checked;
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
  const tokens = await logInAfterSignOut(services, user, password, proof);
  if (tokens === "wrong") return fail("wrong_credentials");
  if (tokens === "too_many") return fail("too_many_requests");
  await mailNewBrowser(services, user, { cookies, headers: raw.headers });
  await noteSession(services, sessionOf(tokens), raw.headers);
  return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
    sessionCookie(tokens.refreshToken, siteOrigin),
    await rememberBrowser(services, userId, cookies),
  ]);
});
