import { createHash } from "node:crypto";

/** A key from what identifies a request and its attempt: hashed, because a key has at most 255 characters. */
export const idempotencyKeyOf = (...parts: readonly (string | number)[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
