import type { CognitoDatabase } from "./cognito-database.ts";
import { attemptLimit } from "./errors.ts";

const HOUR = 3_600_000;
const LOCKOUT_RESET = 15 * 60_000;
const FREE_FAILURES = 5;

/** Attempts per user and hour; Cognito's own limits vary with its estimate of the risk. */
const HOURLY = { send: 20, guess: 15 } as const;

export type UserKey = { pool: string; username: string };

export type Attempts = {
  /** Counts the attempt; fails with LimitExceededException past the hour's limit. */
  limit(user: UserKey, kind: keyof typeof HOURLY, action: string): void;
  clear(user: UserKey, action: string): void;
  /** Records a password sign-in attempt, which restarts the reset time even during a lock-out. */
  beginSignIn(user: UserKey): { lockedOut: boolean };
  failedSignIn(user: UserKey): void;
  succeededSignIn(user: UserKey): void;
};

type SignInRow = { failures: number; last: number; until: number };

/**
 * Hourly limits per user, and Cognito's lock-out after failed sign-ins: the n-th failure, from the fifth on, locks the
 * user for 2^(n−5) seconds, at most 15 minutes; attempts during a lock-out are refused and not counted. The counter is
 * reset by a successful sign-in or, after a lock-out, by 15 minutes without any attempt; a password reset keeps it.
 */
export function openAttempts({ database, now }: CognitoDatabase): Attempts {
  const insert = database.prepare("INSERT INTO attempts VALUES (?, ?, ?, ?)");
  const select = database.prepare("SELECT at FROM attempts WHERE pool = ? AND username = ? AND action = ? AND at > ?");
  const remove = database.prepare("DELETE FROM attempts WHERE pool = ? AND username = ? AND action = ?");
  const forget = database.prepare("DELETE FROM attempts WHERE at < ?");
  const selectSignIns = database.prepare("SELECT failures, last, until FROM sign_ins WHERE pool = ? AND username = ?");
  const upsertSignIns = database.prepare("INSERT OR REPLACE INTO sign_ins VALUES (?, ?, ?, ?, ?)");
  const removeSignIns = database.prepare("DELETE FROM sign_ins WHERE pool = ? AND username = ?");
  const findSignIns = ({ pool, username }: UserKey) => selectSignIns.get(pool, username) as SignInRow | undefined;
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
    beginSignIn: (user) => {
      const row = findSignIns(user);
      if (!row) return { lockedOut: false };
      const at = now().getTime();
      const isReset = row.failures >= FREE_FAILURES && at - row.last >= LOCKOUT_RESET;
      upsertSignIns.run(user.pool, user.username, isReset ? 0 : row.failures, at, row.until);
      return { lockedOut: at < row.until };
    },
    failedSignIn: (user) => {
      const at = now().getTime();
      const failures = (findSignIns(user)?.failures ?? 0) + 1;
      const locked = failures < FREE_FAILURES ? 0 : Math.min(2 ** (failures - FREE_FAILURES) * 1_000, LOCKOUT_RESET);
      upsertSignIns.run(user.pool, user.username, failures, at, at + locked);
    },
    succeededSignIn: ({ pool, username }) => {
      removeSignIns.run(pool, username);
    },
  };
}
