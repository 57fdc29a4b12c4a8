import { answerWithSession } from "../auth/answer-with-session.ts";
import { logInAfterSignOut } from "../auth/log-in-after-sign-out.ts";
import type { Visit } from "../auth/mail-new-browser.ts";
import { sessionOf } from "../auth/token-session.ts";
import { fail } from "../runtime/failure.ts";
import { WithCookies } from "../runtime/handle.ts";
import type { User } from "../users/find-user.ts";
import { recordProof } from "./factor-proof.ts";
import { clearedLoginCookie } from "./login-cookie.ts";
import type { SecondFactorServices } from "./services.ts";
import { signInProof } from "./sign-in-proof.ts";

/** Logs in an owner who has proven it by a second factor, and answers as a log-in does. */
export async function startSession(services: SecondFactorServices, user: User, visit: Visit) {
  const { signIn: identity, secondFactor, siteOrigin } = services;
  const { userId } = user;
  const logIn = () => identity.logInProven(userId, (nonce) => signInProof(secondFactor, userId, nonce));
  const tokens = await logInAfterSignOut({ ...services, identity }, user, logIn);
  if (tokens === "too_many") return fail("too_many_requests");
  if (tokens === "wrong") throw new Error("The identity provider refused a proven sign-in");
  await recordProof(services, sessionOf(tokens));
  const { body, cookies } = await answerWithSession(services, user, tokens, visit);
  return new WithCookies(body, [...cookies, clearedLoginCookie(siteOrigin)]);
}
