import { createHash } from "node:crypto";

/** Where `Payments` holds Stripe's client: only this folder imports it, so that only this folder calls Stripe. */
export const CLIENT = Symbol("Stripe's client");

/** A key from what identifies a request and its attempt: hashed, because a key has at most 255 characters. */
export const buildIdempotencyKey = (...parts: readonly (string | number)[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
