import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { CognitoError, invalidParameter } from "./errors.ts";
import type { Pool } from "./pools.ts";

/** Cognito's limit for every password. */
const MAX_LENGTH = 256;
const KEY_BYTES = 32;

/** Throws for a password over 256 characters, with white space at an end, or shorter than the pool's policy. */
export function checkPassword(pool: Pool, password: string): void {
  if (password.length > MAX_LENGTH || !/^\S+.*\S+$/s.test(password)) {
    throw invalidParameter(
      `1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$ and have length less than or equal to ${MAX_LENGTH}`,
    );
  }
  if (password.length < pool.passwordMinLength) {
    throw new CognitoError(
      "InvalidPasswordException",
      "Password did not conform with policy: Password not long enough",
    );
  }
}

/** Hashes and verifies passwords. */
export interface PasswordHashes {
  hash(password: string): Promise<string>;
  /** A hash that no password matches. */
  hashOfNone(): string;
  matches(password: string, hashed: string): Promise<boolean>;
}

/** scrypt's cost for what is written to disk, Node's default, and for what ends with the process. */
const SCRYPT_COST = { kept: 16_384, inMemory: 512 } as const;

export function passwordHashes(where: keyof typeof SCRYPT_COST): PasswordHashes {
  const derive = (password: string, salt: Buffer) =>
    new Promise<Buffer>((resolve, reject) => {
      const options = { N: SCRYPT_COST[where] };
      scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
    });
  return {
    hash: async (password) => {
      const salt = randomBytes(16);
      return `${salt.toString("base64")}:${(await derive(password, salt)).toString("base64")}`;
    },
    hashOfNone: () => `${randomBytes(16).toString("base64")}:${randomBytes(KEY_BYTES).toString("base64")}`,
    matches: async (password, hashed) => {
      const [salt = "", key = ""] = hashed.split(":");
      return timingSafeEqual(Buffer.from(key, "base64"), await derive(password, Buffer.from(salt, "base64")));
    },
  };
}
