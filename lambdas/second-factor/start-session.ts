import { rememberBrowser } from "../auth/known-browsers.ts";
import { logInAfterSignOut } from "../auth/log-in-after-sign-out.ts";
import { sessionCookie } from "../auth/session-cookie.ts";
import { sessionUserOf } from "../auth/session-user.ts";
import { noteSession } from "../auth/sessions.ts";
import { sessionOf } from "../auth/token-session.ts";
import { fail } from "../runtime/failure.ts";
import { WithCookies } from "../runtime/handle.ts";
import type { User } from "../users/find-user.ts";
import { recordProof } from "./factor-proof.ts";
import { clearedLoginCookie } from "./login-cookie.ts";
import type { SecondFactorServices } from "./services.ts";
import { signInProof } from "./sign-in-proof.ts";

interface Browser {
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Logs in an owner who has proven it by a second factor, and answers as a log-in does. */
export async function startSession(services: SecondFactorServices, user: User, { cookies, headers }: Browser) {
  const { table, signIn: identity, secondFactor, siteOrigin } = services;
  const { userId } = user;
  const logIn = () => identity.logInProven(userId, (nonce) => signInProof(secondFactor, userId, nonce));
  const tokens = await logInAfterSignOut({ ...services, identity }, user, logIn);
  if (tokens === "too_many") return fail("too_many_requests");
  if (tokens === "wrong") throw new Error("The identity provider refused a proven sign-in");
  const session = sessionOf(tokens);
  await Promise.all([recordProof(services, session), noteSession(services, session, headers)]);
  return new WithCookies({ accessToken: tokens.accessToken, user: await sessionUserOf(table, user) }, [
    sessionCookie(tokens.refreshToken, siteOrigin),
    await rememberBrowser(services, userId, cookies),
    clearedLoginCookie(siteOrigin),
  ]);
}
