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

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString("base64")}:${(await derive(password, salt)).toString("base64")}`;
}

export async function matchesPassword(password: string, hashed: string): Promise<boolean> {
  const [salt = "", key = ""] = hashed.split(":");
  return timingSafeEqual(Buffer.from(key, "base64"), await derive(password, Buffer.from(salt, "base64")));
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
