import { createHash } from "node:crypto";

/** Tells a repeat of a call from another one: the same `Idempotency-Key` with the same body; without a key, nothing does. */
export const requestKeyOf = (idempotencyKey: string | undefined, body: object) =>
  idempotencyKey === undefined
    ? undefined
    : createHash("sha256")
        .update(`${idempotencyKey}\n${JSON.stringify(body)}`)
        .digest("base64url");
