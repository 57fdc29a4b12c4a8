import { randomInt } from "node:crypto";
import type { Attempts } from "./attempts.ts";
import type { CognitoDatabase } from "./cognito-database.ts";
import { codeMismatch, expiredCode } from "./errors.ts";
import type { User } from "./users.ts";

const HOUR = 3_600_000;

/** How long a code is valid. */
const LIFETIME_MS = { signUp: 24 * HOUR, resetPassword: HOUR, email: 24 * HOUR } as const;

export type CodePurpose = keyof typeof LIFETIME_MS;

export type Codes = {
  /** Creates a six-digit code, which replaces the previous one for the same purpose. */
  issue(user: User, purpose: CodePurpose): string;
  /**
   * Consumes the code. Throws CodeMismatchException for a wrong code, ExpiredCodeException for a missing or expired one,
   * and LimitExceededException after too many guesses.
   */
  redeem(user: User, purpose: CodePurpose, code: string): void;
};

export function openCodes({ database, now }: CognitoDatabase, attempts: Attempts): Codes {
  const upsert = database.prepare("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?, ?)");
  const select = database.prepare("SELECT code, expires FROM codes WHERE pool = ? AND username = ? AND purpose = ?");
  const remove = database.prepare("DELETE FROM codes WHERE pool = ? AND username = ? AND purpose = ?");
  return {
    issue: ({ pool, username }, purpose) => {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      upsert.run(pool, username, purpose, code, now().getTime() + LIFETIME_MS[purpose]);
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
