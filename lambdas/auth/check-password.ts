import { setTimeout as wait } from "node:timers/promises";
import { fail } from "../runtime/failure.ts";
import { countTry, forgetTries, restartQuiet, returnTry, type TryCounter } from "../throttle/password-tries.ts";
import { returnAddressTry, throttleAddress } from "../throttle/throttle.ts";
import { findByLogin } from "../users/find-user.ts";
import { decoyUserId } from "./decoy-user.ts";
import type { Tokens } from "./identity.ts";
import { findKnownBrowser } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";

interface Proof {
  readonly userId: string;
  readonly password: string;
}

/** How a visitor comes: from where, and with what their browser kept of former log-ins. */
interface Visitor {
  readonly sourceIp: string;
  readonly cookies: Readonly<Record<string, string>>;
}

const strangersAt = (userId: string): TryCounter => ({ kind: "unknownBrowsers", who: userId });

/** A lock-out of the identity provider's that strangers can bring about takes two seconds; the owner waits it out. */
const PAUSES_MS = [1000, 2000];

/**
 * Asks the identity provider whether a password is the account's, for a caller who isn't signed in. A browser that
 * logged in to the account before has a count of its own, so that nobody else's tries stop it; all others share their
 * address's count and the account's. A right password gives its try back. The tokens are a session of their own: revoke
 * what isn't wanted.
 */
export async function checkPassword(services: AuthServices, proof: Proof & Visitor) {
  const { userId, sourceIp, cookies } = proof;
  const browser = await findKnownBrowser(services, userId, cookies);
  if (!browser) return checkAsStranger(services, proof, sourceIp);
  const answer = await checkAsOwner(services, proof, { kind: "knownBrowser", who: browser });
  return typeof answer === "number" ? fail("too_many_passwords", { retryAfter: answer }) : answer;
}

/** The same for a signed-in caller, whose tries count by account and apart from those of all who aren't signed in. */
export async function checkSignedInPassword(services: AuthServices, proof: Proof) {
  const answer = await checkAsOwner(services, proof, { kind: "signedIn", who: proof.userId });
  return typeof answer === "number" ? fail("too_many_requests", { retryAfter: answer }) : answer;
}

async function checkAsStranger(services: AuthServices, { userId, password }: Proof, sourceIp: string) {
  const crowded = await throttleAddress(services, "password", sourceIp);
  const seconds = crowded ? crowded.retryAfter : await countTry(services, strangersAt(userId));
  if (seconds !== undefined) return fail("too_many_passwords", { retryAfter: seconds });
  const proof = await services.identity.logIn(userId, password);
  if (proof === "too_many") return fail("too_many_passwords");
  if (proof !== "wrong") {
    await returnTry(services, strangersAt(userId));
    await returnAddressTry(services, "password", sourceIp);
  }
  return proof;
}

/** Answers the seconds to wait where the owner's own tries were too many. */
async function checkAsOwner(services: AuthServices, { userId, password }: Proof, counter: TryCounter) {
  const refused = await countTry(services, counter);
  if (refused !== undefined) return refused;
  let proof = await services.identity.logIn(userId, password);
  for (const pause of PAUSES_MS) {
    if (proof !== "too_many") break;
    await wait(pause);
    proof = await services.identity.logIn(userId, password);
  }
  if (proof === "too_many") {
    await returnTry(services, counter);
    return fail("too_many_requests");
  }
  // The provider now waits longer until it forgets the strangers' failures, and so do we.
  if (proof === "wrong") await restartQuiet(services, strangersAt(userId));
  else await forgetTries(services, counter);
  return proof;
}

/** Whose log-in this is, or an id that nobody has. */
export const idOfLogin = async ({ table, now }: AuthServices, login: string) =>
  (await findByLogin(table, login, now())) ?? decoyUserId(login);

/** Ends the session that a proof came with. */
export const revokeProof = ({ identity }: AuthServices, { refreshToken }: Tokens) => identity.revoke(refreshToken);
