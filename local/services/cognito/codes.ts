import { randomInt } from "node:crypto";
import type { Attempts } from "./attempts.ts";
import { codeMismatch, expiredCode } from "./errors.ts";
import type { CognitoState } from "./state.ts";
import type { User } from "./users.ts";

const HOUR = 3_600_000;

/** Sign-up and attribute codes live a day, reset codes an hour. */
const LIVES = { signUp: 24 * HOUR, resetPassword: HOUR, email: 24 * HOUR } as const;

export type CodePurpose = keyof typeof LIVES;

export type Codes = {
  /** A new code of six digits, which replaces the last one for the same purpose. */
  issue(user: User, purpose: CodePurpose): string;
  /**
   * Uses the code up. Fails with CodeMismatchException, with ExpiredCodeException when there is none or it is too old,
   * and with LimitExceededException after too many guesses.
   */
  redeem(user: User, purpose: CodePurpose, code: string): void;
};

export function openCodes({ database, now }: CognitoState, attempts: Attempts): Codes {
  const upsert = database.prepare("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?, ?)");
  const select = database.prepare("SELECT code, expires FROM codes WHERE pool = ? AND username = ? AND purpose = ?");
  const remove = database.prepare("DELETE FROM codes WHERE pool = ? AND username = ? AND purpose = ?");
  return {
    issue: ({ pool, username }, purpose) => {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      upsert.run(pool, username, purpose, code, now().getTime() + LIVES[purpose]);
      return code;
    },
    redeem: (user, purpose, code) => {
      const { pool, username } = user;
      const guesses = `guess ${purpose}`;
      attempts.limit(user, "guess", guesses);
      const issued = select.get(pool, username, purpose) as { code: string; expires: number } | undefined;
      if (!issued || issued.expires <= now().getTime()) throw expiredCode();
      if (issued.code !== code) throw codeMismatch();
      remove.run(pool, username, purpose);
      attempts.clear(user, guesses);
    },
  };
}
