import { createHash } from "node:crypto";
import { keyUsedOtherwise } from "./errors.ts";
import type { State } from "./state.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const KEPT_SECONDS = 24 * 60 * 60;

/** What a refusal of these statuses says would be said again: nothing was begun. */
const isKept = ({ status }: Answer) => status < 400 || status === 402;

/**
 * Answers a call with an idempotency key once and then again with the same, for a day. Throws Stripe's error when the
 * key comes with another call.
 */
export function openAnswers({ database }: Pick<State, "database">, now: () => number) {
  const select = database.prepare("SELECT request, status, body FROM answers WHERE key = ? AND until > ?");
  const insert = database.prepare(
    "INSERT OR REPLACE INTO answers (key, request, status, body, until) VALUES (?, ?, ?, ?, ?)",
  );
  return (key: string, request: string, work: () => Answer): Answer & { readonly replayed: boolean } => {
    const asked = createHash("sha256").update(request).digest("hex");
    const known = select.get(key, now()) as (Answer & { request: string }) | undefined;
    if (known && known.request !== asked) throw keyUsedOtherwise(key);
    if (known) return { status: known.status, body: known.body, replayed: true };
    const answer = work();
    if (isKept(answer)) insert.run(key, asked, answer.status, answer.body, now() + KEPT_SECONDS);
    return { ...answer, replayed: false };
  };
}
