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
  clear(who: Who, action: string): void;
  /** Notes an attempt to sign in by password, which restarts the quiet time also while the user is locked out. */
  beginSignIn(who: Who): { lockedOut: boolean };
  failedSignIn(who: Who): void;
  succeededSignIn(who: Who): void;
};

type SignInRow = { failures: number; last: number; until: number };

/**
 * Hourly limits per user, and the lock-out after failed sign-ins as documented: the n-th failure, from the fifth on,
 * locks for 2^(n−5) seconds, at most 15 minutes; attempts meanwhile are refused and not counted. Only a successful
 * sign-in or, after a lock-out, 15 minutes without any attempt start anew: no reset of the password does, and fewer than
 * five failures are remembered.
 */
export function openAttempts({ database, now }: CognitoState): Attempts {
  const insert = database.prepare("INSERT INTO attempts VALUES (?, ?, ?, ?)");
  const select = database.prepare("SELECT at FROM attempts WHERE pool = ? AND username = ? AND action = ? AND at > ?");
  const remove = database.prepare("DELETE FROM attempts WHERE pool = ? AND username = ? AND action = ?");
  const forget = database.prepare("DELETE FROM attempts WHERE at < ?");
  const selectSignIns = database.prepare("SELECT failures, last, until FROM sign_ins WHERE pool = ? AND username = ?");
  const upsertSignIns = database.prepare("INSERT OR REPLACE INTO sign_ins VALUES (?, ?, ?, ?, ?)");
  const removeSignIns = database.prepare("DELETE FROM sign_ins WHERE pool = ? AND username = ?");
  const signInsOf = ({ pool, username }: Who) => selectSignIns.get(pool, username) as SignInRow | undefined;
  return {
    limit: ({ pool, username }, kind, action) => {
      const at = now().getTime();
      if (select.all(pool, username, action, at - HOUR).length >= HOURLY[kind]) throw attemptLimit();
      forget.run(at - HOUR);
      insert.run(pool, username, action, at);
    },
    clear: ({ pool, username }, action) => {
      remove.run(pool, username, action);
    },
    beginSignIn: (who) => {
      const row = signInsOf(who);
      if (!row) return { lockedOut: false };
      const at = now().getTime();
      const isQuiet = row.failures >= FREE_FAILURES && at - row.last >= LOCK_RESET;
      upsertSignIns.run(who.pool, who.username, isQuiet ? 0 : row.failures, at, row.until);
      return { lockedOut: at < row.until };
    },
    failedSignIn: (who) => {
      const at = now().getTime();
      const failures = (signInsOf(who)?.failures ?? 0) + 1;
      const locked = failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES) * 1_000, LOCK_RESET);
      upsertSignIns.run(who.pool, who.username, failures, at, at + locked);
    },
    succeededSignIn: ({ pool, username }) => {
      removeSignIns.run(pool, username);
    },
  };
}
