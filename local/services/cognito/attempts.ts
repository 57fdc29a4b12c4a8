import { attemptLimit } from "./errors.ts";
import type { CognitoState } from "./state.ts";

const HOUR = 3_600_000;
const LOCK_RESET = 15 * 60_000;
const FREE_FAILURES = 5;

/** How often an hour a user may do it; Cognito's own numbers vary with its estimate of the risk. */
const HOURLY = { send: 20, guess: 15 } as const;

export type Who = { pool: string; username: string };

export type Attempts = {
  /** Counts the attempt; fails with LimitExceededException past the hour's limit. */
  limit(who: Who, kind: keyof typeof HOURLY, action: string): void;
  isLockedOut(who: Who): boolean;
  failedSignIn(who: Who): void;
  clear(who: Who, action: string): void;
};

const SIGN_IN = "sign-in";

/** Hourly limits per user, and the lockout after failed sign-ins: 2^(n−5) seconds from the fifth, at most 15 minutes. */
export function openAttempts({ database, now }: CognitoState): Attempts {
  const insert = database.prepare("INSERT INTO attempts VALUES (?, ?, ?, ?)");
  const select = database.prepare(
    "SELECT at FROM attempts WHERE pool = ? AND username = ? AND action = ? AND at > ? ORDER BY at",
  );
  const remove = database.prepare("DELETE FROM attempts WHERE pool = ? AND username = ? AND action = ?");
  const forget = database.prepare("DELETE FROM attempts WHERE at < ?");
  const since = ({ pool, username }: Who, action: string, at: number): number[] =>
    (select.all(pool, username, action, at) as { at: number }[]).map((row) => row.at);
  const add = ({ pool, username }: Who, action: string) => {
    const at = now().getTime();
    forget.run(at - HOUR);
    insert.run(pool, username, action, at);
  };
  const clear = ({ pool, username }: Who, action: string) => {
    remove.run(pool, username, action);
  };
  return {
    limit: (who, kind, action) => {
      if (since(who, action, now().getTime() - HOUR).length >= HOURLY[kind]) throw attemptLimit();
      add(who, action);
    },
    isLockedOut: (who) => {
      const failures = since(who, SIGN_IN, 0);
      const last = failures.at(-1);
      if (last === undefined || failures.length < FREE_FAILURES) return false;
      return now().getTime() - last < Math.min(2 ** (failures.length - FREE_FAILURES) * 1_000, LOCK_RESET);
    },
    failedSignIn: (who) => {
      const last = since(who, SIGN_IN, 0).at(-1);
      if (last !== undefined && now().getTime() - last >= LOCK_RESET) clear(who, SIGN_IN);
      add(who, SIGN_IN);
    },
    clear,
  };
}

export const clearSignIns = (attempts: Attempts, who: Who) => attempts.clear(who, SIGN_IN);
