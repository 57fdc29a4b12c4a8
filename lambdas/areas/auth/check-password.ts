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

const decoy = (name: string, kind: string) => uuidv5(Buffer.from(name.toLowerCase()), kind);

/**
 * An id that no account has, always the same for a name: an unknown name takes the same way through the identity
 * provider as a known one, its lock-outs included, so that neither answer nor time tells them apart.
 */
const decoyUserId = (name: string) => decoy(name, UNKNOWN_LOGIN);

/** The same for an address that nobody signed up with lately. */
const decoySignupId = (email: string) => decoy(email, NO_SIGNUP);

interface Proof {
  readonly userId: string;
  readonly password: string;
}

interface Login {
  /** A username or an e-mail. */
  readonly login: string;
  readonly password: string;
}

/** How a visitor comes: from where, and with what their browser kept of former log-ins. */
interface Visitor {
  readonly sourceIp: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Gets the account whose password wasn't proven. */
  readonly audited: AuditNotes;
}

/** Services of a check, which queues nothing. */
type PasswordServices = Omit<AuthServices, "mailRequests" | "abandonedUsers">;

const unknownBrowserCounter = (userId: string): AttemptCounter => ({ kind: "unknownBrowsers", who: userId });

/** A lock-out of the identity provider's that strangers can bring about takes two seconds; the owner waits it out. */
const PAUSES_MS = [1000, 2000];

/**
 * Asks the identity provider whose password this is, for a caller who isn't signed in. A browser that logged in to the
 * account before has a count of its own, so that nobody else's attempts stop it; all others share their address's count and
 * the account's. A right password doesn't count. The tokens are a session of their own: revoke what isn't wanted.
 * The account is the one that was there before the password was checked.
 */
export async function checkPassword(
  services: AuthServices,
  { login, password, sourceIp, cookies, audited }: Login & Visitor,
) {
  const candidates = await candidatesFor(services, login);
  const users = await Promise.all(candidates.map((userId) => findOpenUser(services.table, userId)));
  const account = candidates.at(-1) ?? decoyUserId(login);
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
 * Accounts that the login may mean, the preferred one last. A username means its account. An address means the latest
 * account that signed up with it and the verified owner, who is preferred if the password fits both. A decoy id stands
 * in for a missing account, so that an account gets the same answers whether or not its sign-up address has a verified
 * owner.
 */
async function candidatesFor({ table, now }: AuthServices, login: string) {
  const at = now();
  // No username has an `@`.
  if (!login.includes("@"))
    return [(await findClaimant(table, { kind: "NAME", value: login }, at)) ?? decoyUserId(login)];
  const [signup] = await findSignups(table, login, at, 1);
  const owner = await findEmailOwner(table, login);
  return [signup ?? decoySignupId(login), owner ?? decoyUserId(login)];
}

async function checkAsKnownBrowser(services: AuthServices, proof: Proof, browser: string) {
  const answer = await checkAsOwner(services, proof, { kind: "knownBrowser", who: browser });
  if (typeof answer === "number") return fail("too_many_passwords", { retryAfter: answer });
  return answer instanceof Failure || answer === "wrong" ? answer : { userId: proof.userId, tokens: answer };
}

/** The same for a signed-in caller, whose attempts count by account and apart from those of all who aren't signed in. */
export async function checkSignedInPassword(services: PasswordServices, proof: Proof) {
  const answer = await checkAsOwner(services, proof, { kind: "signedIn", who: proof.userId });
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
    const seconds = await countAttempt(services, unknownBrowserCounter(userId));
    if (seconds !== undefined) return fail("too_many_passwords", { retryAfter: seconds });
    last = await services.identity.logIn(userId, password);
    if (typeof last === "string") {
      wrong.push(userId);
      continue;
    }
    await refundAttempt(services, unknownBrowserCounter(userId));
    // Both accounts have this address and password, so they belong to the verified owner.
    if (right) await revokeProof(services, right.tokens);
    right = { userId, tokens: last };
  }
  // A lock-out of an account that nobody verified says nothing of the owner's.
  if (!right) return last === "too_many" ? fail("too_many_passwords") : "wrong";
  if (right.userId === candidates.at(-1))
    for (const other of wrong) await refundAttempt(services, unknownBrowserCounter(other));
  await refundAddressAttempt(services, "password", sourceIp);
  return right;
}

/** Answers the seconds to wait where the owner's own attempts were too many. */
async function checkAsOwner(services: PasswordServices, { userId, password }: Proof, counter: AttemptCounter) {
  const refused = await countAttempt(services, counter);
  if (refused !== undefined) return refused;
  let proof = await services.identity.logIn(userId, password);
  for (const pause of PAUSES_MS) {
    if (proof !== "too_many") break;
    await wait(pause);
    proof = await services.identity.logIn(userId, password);
  }
  if (proof === "too_many") {
    await refundAttempt(services, counter);
    return fail("too_many_requests");
  }
  // The provider now waits longer until it forgets the strangers' failures, and so do we.
  if (proof === "wrong") await extendQuietTime(services, unknownBrowserCounter(userId));
  else await resetAttempts(services, counter);
  return proof;
}

/** Ends the session that a proof came with. */
export const revokeProof = ({ identity }: PasswordServices, { refreshToken }: Tokens) => identity.revoke(refreshToken);
