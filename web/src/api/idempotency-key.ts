import { ApiError } from "./response.ts";

interface StoredKey {
  /** A digest of the terms, so that whoever uses this browser next can't read what was typed. */
  readonly terms: string;
  readonly key: string;
}

const storageName = (subject: string) => `once ${subject}`;

function readStoredKey(subject: string): StoredKey | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageName(subject)) ?? "null") as StoredKey | null;
  } catch {
    return null;
  }
}

/** The SHA-256 of a file or a text, in lower-case hex. */
export async function sha256Hex(content: Blob | string): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : await content.arrayBuffer();
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The key that makes a write happen once: the same for the same subject and terms until it is forgotten, also after a
 * reload of the tab. Other terms mean another write, so they get another key.
 */
export async function idempotencyKeyFor(subject: string, terms: unknown): Promise<string> {
  const digest = await sha256Hex(JSON.stringify(terms));
  const stored = readStoredKey(subject);
  if (stored?.terms === digest) return stored.key;
  const created: StoredKey = { terms: digest, key: crypto.randomUUID() };
  try {
    sessionStorage.setItem(storageName(subject), JSON.stringify(created));
  } catch {
    // Without storage a reload makes a new key; the API's own lock still prevents a second payment.
  }
  return created.key;
}

/** The write is done or given up, so the same terms may be sent again as a new write. */
export function forgetIdempotencyKey(subject: string): void {
  try {
    sessionStorage.removeItem(storageName(subject));
  } catch {
    // Storage is forbidden, so no key was stored.
  }
}

const isClientError = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Writes under an idempotency key, which is forgotten once the API accepted or refused; without a response it stays. */
export async function withIdempotencyKey<T>(
  subject: string,
  terms: unknown,
  write: (idempotencyKey: string) => Promise<T>,
) {
  try {
    const written = await write(await idempotencyKeyFor(subject, terms));
    forgetIdempotencyKey(subject);
    return written;
  } catch (error) {
    if (isClientError(error)) forgetIdempotencyKey(subject);
    throw error;
  }
}
