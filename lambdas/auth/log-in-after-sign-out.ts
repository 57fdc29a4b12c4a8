import { setTimeout as sleep } from "node:timers/promises";
import { endedByUser } from "../users/check-session.ts";
import type { User } from "../users/find-user.ts";
import { isBeingReset } from "./end-sessions.ts";
import type { Identity, Tokens } from "./identity.ts";
import type { AuthServices } from "./services.ts";
import { sessionOf } from "./token-session.ts";

const ATTEMPTS = 4;
const SHORTEST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 2_000;

type LogIn = Identity["logIn"] | Identity["logInProven"];

/**
/**
 * Tokens of a session that isn't among the ended ones, of the log-in that was made already or a new one. Tokens carry whole
 * seconds, so a log-in within the second in which all sessions were ended looks like one of them: it waits for the next
 * second and logs in once more. While the password is being reset none is given: it may be the former one that was right.
 */
export async function logInAfterSignOut(
  { identity, now }: Pick<AuthServices, "identity" | "now">,
  user: User,
  logIn: () => ReturnType<LogIn>,
  first?: Tokens,
) {
  if (isBeingReset(user, now())) {
    if (first) await identity.revoke(first.refreshToken);
    return "too_many";
  }
  let tokens = first ?? (await logIn());
  for (let tried = 1; typeof tokens !== "string" && endedByUser(user, sessionOf(tokens)); tried++) {
    await identity.revoke(tokens.refreshToken);
    if (tried === ATTEMPTS) return "too_many";
    const next = ((user.notBefore ?? 0) + 1) * 1000 - now().getTime();
    // The provider's clock may be a little behind ours.
    await sleep(Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, next)));
    tokens = await logIn();
  }
  return tokens;
}
