import { setTimeout as sleep } from "node:timers/promises";
import { endedByUser } from "../users/check-session.ts";
import type { User } from "../users/find-user.ts";
import type { Tokens } from "./identity.ts";
import type { AuthServices } from "./services.ts";
import { sessionOf } from "./token-session.ts";

const LONGEST_WAIT_MS = 3_000;

/**
 * Tokens of a session that counts. Time is told in whole seconds, so a log-in within the second in which all sessions
 * were ended can't be told from them: it waits for the next second and logs in once more.
 */
export async function logInAnew({ identity, now }: AuthServices, user: User, password: string, tokens: Tokens) {
  if (!endedByUser(user, sessionOf(tokens))) return tokens;
  await identity.revoke(tokens.refreshToken);
  const next = ((user.notBefore ?? 0) + 1) * 1000;
  await sleep(Math.min(LONGEST_WAIT_MS, Math.max(0, next - now().getTime())));
  return identity.logIn(user.userId, password);
}
