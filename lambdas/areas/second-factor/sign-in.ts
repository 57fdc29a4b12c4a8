import {
  beginPasskeySignIn,
  completeLogin,
  readLoginFactors,
  signInByPasskey,
} from "#shared/contract/second-factor.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { sendBestEffort } from "../../platform/mail/send-best-effort.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle, WithCookies } from "../../platform/runtime/handle.ts";
import { sendSpaced } from "../../platform/throttle/spaced-mail.ts";
import { refundAddressAttempt, throttleAddress } from "../../platform/throttle/throttle.ts";
import { findKnownBrowser } from "../auth/known-browsers.ts";
import { logInAfterSignOut, respondWithSession, type Visit } from "../auth/open-session.ts";
import { decodeSession } from "../auth/token-session.ts";
import type { User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { recordProof } from "./factor-proof.ts";
import { createRequestOptions, verifyAssertion } from "./passkeys.ts";
import { buildClearedLoginCookie, endPendingLogin, findPendingLogin } from "./pending-login.ts";
import { computeSignInProof } from "./second-factor-keys.ts";
import type { SecondFactorServices } from "./services.ts";
import { listProofMethods, verifyFactor } from "./verify-factor.ts";

export const readLoginFactorsHandler = handle(readLoginFactors, async ({ cookies }, services: SecondFactorServices) => {
  const pending = await findPendingLogin(services, cookies);
  if (pending instanceof Failure) return pending;
  return { ...(await listProofMethods(services, pending.user)), password: false };
});

/** Logs in an owner proven by a second factor; responds like a log-in. */
async function startSession(services: SecondFactorServices, user: User, visit: Visit) {
  const { signIn: identity, secondFactor, siteOrigin } = services;
  const { userId } = user;
  const logIn = () => identity.logInProven(userId, (nonce) => computeSignInProof(secondFactor, userId, nonce));
  const tokens = await logInAfterSignOut({ ...services, identity }, user, logIn);
  if (tokens === "too_many") return fail("too_many_requests");
  if (tokens === "wrong") throw new Error("The identity provider refused a proven sign-in");
  await recordProof(services, decodeSession(tokens));
  const { body, cookies } = await respondWithSession(services, user, tokens, visit);
  return new WithCookies(body, [...cookies, buildClearedLoginCookie(siteOrigin)]);
}

/** Warns the owner at most once an hour, since the person entering codes knows the password. */
const warnOwner = (services: SecondFactorServices, { userId, email }: Pick<User, "email" | "userId">) =>
  sendSpaced(services, { kind: "wrongCodes", recipientKey: email, requestId: services.newId() }, () =>
    sendBestEffort(services, email, emailTemplates.wrongCodes(`${services.siteOrigin}/forgot_password`), {
      kind: "wrongCodes",
      userId,
    }),
  );

/**
 * Wrong codes count like wrong passwords: a known browser has its own counter, all others share the account's and their
 * source address's.
 */
export const completeLoginHandler = handle(
  completeLogin,
  async ({ body, cookies, sourceIp, raw, audited }, services: SecondFactorServices) => {
    const pending = await findPendingLogin(services, cookies);
    if (pending instanceof Failure) return pending;
    const { user } = pending;
    audited.who = user.userId;
    const browser = await findKnownBrowser(services, user.userId, cookies);
    const throttled = browser ? undefined : await throttleAddress(services, "password", sourceIp);
    if (throttled) return fail("too_many_codes", { retryAfter: throttled.retryAfter });
    const counter = browser
      ? ({ kind: "codesOfKnownBrowser", subject: browser } as const)
      : ({ kind: "codesOfUnknownBrowsers", subject: user.userId } as const);
    const refused = await verifyFactor(services, user, body, counter);
    if (refused?.code === "too_many_codes") await warnOwner(services, user);
    if (refused) return refused;
    if (!browser) await refundAddressAttempt(services, "password", sourceIp);
    if (!(await endPendingLogin(services, pending))) return fail("second_factor_expired");
    return startSession(services, user, { cookies, headers: raw.headers });
  },
);

export const beginPasskeySignInHandler = handle(
  beginPasskeySignIn,
  async ({ sourceIp }, services: SecondFactorServices) => {
    const throttled = await throttleAddress(services, "passkey", sourceIp);
    return throttled ?? { options: await createRequestOptions(services, { purpose: "passkeySignIn" }) };
  },
);

/** A passkey is both factors: the authenticator, and the finger or PIN that it asks for. */
export const signInByPasskeyHandler = handle(
  signInByPasskey,
  async ({ body, cookies, raw, audited }, services: SecondFactorServices) => {
    const userId = await verifyAssertion(services, { purpose: "passkeySignIn" }, body.assertion);
    audited.who = userId;
    const user = userId === undefined ? undefined : await findOpenUser(services.table, userId);
    return user?.verified ? startSession(services, user, { cookies, headers: raw.headers }) : fail("passkey_refused");
  },
);
