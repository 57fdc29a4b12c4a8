import { createHash } from "node:crypto";
import { idempotencyMismatch } from "./errors.ts";
import type { State } from "./state.ts";

export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

const RETENTION_SECONDS = 24 * 60 * 60;

/** Other errors aren't stored, as the request changed nothing and can be repeated. */
const isStored = ({ status }: StoredResponse) => status < 400 || status === 402;

/**
 * Runs a request with an idempotency key once and returns the stored response to repetitions for a day. Throws Stripe's
 * error when the key is used for another request.
 */
export function createIdempotencyStore({ database }: Pick<State, "database">, now: () => number) {
  const select = database.prepare("SELECT request, status, body FROM answers WHERE key = ? AND until > ?");
  const insert = database.prepare(
    "INSERT OR REPLACE INTO answers (key, request, status, body, until) VALUES (?, ?, ?, ?, ?)",
  );
  return (key: string, request: string, run: () => StoredResponse): StoredResponse & { readonly replayed: boolean } => {
    const requestHash = createHash("sha256").update(request).digest("hex");
    const known = select.get(key, now()) as (StoredResponse & { request: string }) | undefined;
    if (known && known.request !== requestHash) throw idempotencyMismatch(key);
    if (known) return { status: known.status, body: known.body, replayed: true };
    const response = run();
    if (isStored(response)) insert.run(key, requestHash, response.status, response.body, now() + RETENTION_SECONDS);
    return { ...response, replayed: false };
  };
}
