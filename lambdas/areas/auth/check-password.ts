import { setTimeout as wait } from "node:timers/promises";
import { v5 as uuidv5 } from "uuid";
import type { AuditNotes } from "../../platform/runtime/audit-call.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import {
  type AttemptCounter,
  countAttempt,
  extendQuietTime,
  refundAttempt,
  resetAttempts,
} from "../../platform/throttle/password-attempts.ts";
import { refundAddressAttempt, throttleAddress } from "../../platform/throttle/throttle.ts";
import { findClaimant, findEmailOwner } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { findSignups } from "./find-signups.ts";
import type { Tokens } from "./identity.ts";
import { findKnownBrowser } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";

const UNKNOWN_LOGIN = "0190a5f0-6e6f-7000-8000-626f64790000";
const NO_SIGNUP = "0190a5f0-6e6f-7000-8000-626f64790001";

const computeDecoyId = (name: string, kind: string) => uuidv5(Buffer.from(name.toLowerCase()), kind);

/**
 * A stable id without an account for an unknown name: unknown names go through Cognito like known ones, lock-outs included,
 * so that neither answer nor timing discloses accounts.
 */
const computeDecoyUserId = (name: string) => computeDecoyId(name, UNKNOWN_LOGIN);

/** A decoy id for an e-mail address without a recent sign-up. */
const computeDecoySignupId = (email: string) => computeDecoyId(email, NO_SIGNUP);

interface Credentials {
  readonly userId: string;
  readonly password: string;
}

interface Login {
  /** A username or an e-mail. */
  readonly login: string;
  readonly password: string;
}

/** A visitor's IP address and the cookies of their former log-ins. */
interface Visitor {
  readonly sourceIp: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Receives the account if its password was wrong. */
  readonly audited: AuditNotes;
}

/** Services of a check, without the queues. */
type PasswordServices = Omit<AuthServices, "mailRequests" | "abandonedUsers">;

const buildUnknownBrowserCounter = (userId: string): AttemptCounter => ({ kind: "unknownBrowsers", subject: userId });

/** Cognito's first lock-outs, which strangers can cause, last two seconds; the owner's log-in waits for them. */
const PAUSES_MS = [1000, 2000];

/**
 * Verifies a password with Cognito for a signed-out caller. A browser known to the account has its own counter, so that
 * others' attempts can't lock it out; unknown browsers share their IP address's and the account's counters. Right passwords
 * don't count. The tokens belong to a new session: revoke it if it isn't needed. Returns the account as it was before the
 * check.
 */
export async function checkPassword(
  services: AuthServices,
  { login, password, sourceIp, cookies, audited }: Login & Visitor,
) {
  const candidates = await findCandidates(services, login);
  const users = await Promise.all(candidates.map((userId) => findOpenUser(services.table, userId)));
  const account = candidates.at(-1) ?? computeDecoyUserId(login);
  const browser = await findKnownBrowser(services, account, cookies);
  const answer = browser
    ? await checkAsKnownBrowser(services, { userId: account, password }, browser)
    : await checkAsUnknownBrowser(services, candidates, password, sourceIp);
  if (answer instanceof Failure || answer === "wrong") {
    audited.target = users.at(-1)?.userId;
    return answer;
  }
  return { ...answer, user: users[candidates.indexOf(answer.userId)] };
}

/**
 * Accounts that the login may refer to, the preferred one last. A username refers to its account, an e-mail address to its
 * latest sign-up and its verified owner, who is preferred if both match. A decoy id replaces a missing account, so that the answer doesn't
 * depend on whether it exists.
 */
async function findCandidates({ table, now }: AuthServices, login: string) {
  const at = now();
  // Usernames contain no `@`.
  if (!login.includes("@"))
    return [(await findClaimant(table, { kind: "NAME", value: login }, at)) ?? computeDecoyUserId(login)];
  const [signup] = await findSignups(table, login, at, 1);
  const owner = await findEmailOwner(table, login);
  return [signup ?? computeDecoySignupId(login), owner ?? computeDecoyUserId(login)];
}

async function checkAsKnownBrowser(services: AuthServices, credentials: Credentials, browser: string) {
  const answer = await checkAsOwner(services, credentials, { kind: "knownBrowser", subject: browser });
  if (typeof answer === "number") return fail("too_many_passwords", { retryAfter: answer });
  return answer instanceof Failure || answer === "wrong" ? answer : { userId: credentials.userId, tokens: answer };
}

/** Verifies the password of a signed-in caller; these attempts have their own counter per account. */
export async function checkSignedInPassword(services: PasswordServices, credentials: Credentials) {
  const answer = await checkAsOwner(services, credentials, { kind: "signedIn", subject: credentials.userId });
  return typeof answer === "number" ? fail("too_many_requests", { retryAfter: answer }) : answer;
}

async function checkAsUnknownBrowser(
  services: AuthServices,
  candidates: readonly string[],
  password: string,
  sourceIp: string,
) {
  const throttled = await throttleAddress(services, "password", sourceIp);
  if (throttled) return fail("too_many_passwords", { retryAfter: throttled.retryAfter });
  const wrong: string[] = [];
  let right: { userId: string; tokens: Tokens } | undefined;
  let last: Awaited<ReturnType<typeof services.identity.logIn>> = "wrong";
  for (const userId of candidates) {
    const seconds = await countAttempt(services, buildUnknownBrowserCounter(userId));
    if (seconds !== undefined) return fail("too_many_passwords", { retryAfter: seconds });
    last = await services.identity.logIn(userId, password);
    if (typeof last === "string") {
      wrong.push(userId);
      continue;
    }
    await refundAttempt(services, buildUnknownBrowserCounter(userId));
    // Both accounts have this address and password, so they belong to the verified owner.
    if (right) await revokeTokens(services, right.tokens);
    right = { userId, tokens: last };
  }
  // The lock-out of an unverified account doesn't affect the owner.
  if (!right) return last === "too_many" ? fail("too_many_passwords") : "wrong";
  if (right.userId === candidates.at(-1))
    for (const other of wrong) await refundAttempt(services, buildUnknownBrowserCounter(other));
  await refundAddressAttempt(services, "password", sourceIp);
  return right;
}

/** Verifies an owner's password; returns the seconds to wait after too many attempts. */
async function checkAsOwner(services: PasswordServices, { userId, password }: Credentials, counter: AttemptCounter) {
  const refused = await countAttempt(services, counter);
  if (refused !== undefined) return refused;
  let outcome = await services.identity.logIn(userId, password);
  for (const pause of PAUSES_MS) {
    if (outcome !== "too_many") break;
    await wait(pause);
    outcome = await services.identity.logIn(userId, password);
  }
  if (outcome === "too_many") {
    await refundAttempt(services, counter);
    return fail("too_many_requests");
  }
  // Cognito's quiet time starts again with this failure, so ours does too.
  if (outcome === "wrong") await extendQuietTime(services, buildUnknownBrowserCounter(userId));
  else await resetAttempts(services, counter);
  return outcome;
}

/** Revokes the session that a check created. */
export const revokeTokens = ({ identity }: PasswordServices, { refreshToken }: Tokens) => identity.revoke(refreshToken);
