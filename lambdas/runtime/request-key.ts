import { createHash } from "node:crypto";

/** Hash that identifies a repeated call: the same `Idempotency-Key` with the same body; `undefined` without a key. */
export const requestKeyOf = (idempotencyKey: string | undefined, body: object) =>
  idempotencyKey === undefined
    ? undefined
    : createHash("sha256")
        .update(`${idempotencyKey}\n${JSON.stringify(body)}`)
        .digest("base64url");
