import { digestOf } from "./digest-of.ts";
import { ApiError } from "./error.ts";

interface Attempt {
  /** Their digest: whoever sits at this browser next shall not read what was typed. */
  readonly terms: string;
  readonly key: string;
}

const nameOf = (subject: string) => `once ${subject}`;

function recall(subject: string): Attempt | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(subject)) ?? "null") as Attempt | null;
  } catch {
    return null;
  }
}

/**
 * The key that makes a write happen once: the same for the same subject and terms until it is forgotten, also after a
 * reload of the tab. Other terms mean another write, so they get another key.
 */
export async function keyOnce(subject: string, terms: unknown): Promise<string> {
  const wanted = await digestOf(JSON.stringify(terms));
  const before = recall(subject);
  if (before?.terms === wanted) return before.key;
  const attempt: Attempt = { terms: wanted, key: crypto.randomUUID() };
  try {
    sessionStorage.setItem(nameOf(subject), JSON.stringify(attempt));
  } catch {
    // Without storage a reload begins anew; the API's own lock still keeps a second payment out.
  }
  return attempt.key;
}

/** The write is done, or given up: the same terms may be asked for again. */
export function forgetOnce(subject: string): void {
  try {
    sessionStorage.removeItem(nameOf(subject));
  } catch {
    // Nothing was kept.
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Does a write under its key, and forgets the key once the API has said yes or no; without an answer it stays. */
export async function once<T>(subject: string, terms: unknown, write: (idempotencyKey: string) => Promise<T>) {
  try {
    const written = await write(await keyOnce(subject, terms));
    forgetOnce(subject);
    return written;
  } catch (error) {
    if (isRefusal(error)) forgetOnce(subject);
    throw error;
  }
}
