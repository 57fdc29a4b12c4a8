import { createHash } from "node:crypto";
import { idempotencyMismatch, invalid } from "./errors.ts";
import type { State } from "./state.ts";

export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

const RETENTION_SECONDS = 24 * 60 * 60;

const MAX_KEY_LENGTH = 255;

/** Whatever an operation answered is stored, errors of the server too; a request that it never got to isn't. */
const isStored = ({ status, body }: StoredResponse) =>
  status !== 429 && !(status === 400 && /"code":"parameter_(missing|unknown)"/.test(body));

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
    if (key.length > MAX_KEY_LENGTH) throw invalid("Idempotency keys can be at most 255 characters long.");
    const requestHash = createHash("sha256").update(request).digest("hex");
    const existing = select.get(key, now()) as (StoredResponse & { request: string }) | undefined;
    if (existing && existing.request !== requestHash) throw idempotencyMismatch(key);
    if (existing) return { status: existing.status, body: existing.body, replayed: true };
    const response = run();
    if (isStored(response)) insert.run(key, requestHash, response.status, response.body, now() + RETENTION_SECONDS);
    return { ...response, replayed: false };
  };
}
