import { createHash } from "node:crypto";

/** Key of Stripe's client in `Payments`: only this folder imports it, so that only this folder calls Stripe. */
export const CLIENT = Symbol("Stripe's client");

/** An idempotency key from what identifies a request and its attempt; hashed, because Stripe allows 255 characters. */
export const buildIdempotencyKey = (...parts: readonly (string | number)[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
