import { ApiError } from "./response.ts";

interface StoredKey {
  /** A digest, so that the next user of this browser can't read the input. */
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
 * Idempotency key of a write: stable for a subject and terms until forgotten, even across reloads. Other terms are another
 * write and get another key.
 */
export async function idempotencyKeyFor(subject: string, terms: unknown): Promise<string> {
  const digest = await sha256Hex(JSON.stringify(terms));
  const stored = readStoredKey(subject);
  if (stored?.terms === digest) return stored.key;
  const created: StoredKey = { terms: digest, key: crypto.randomUUID() };
  try {
    sessionStorage.setItem(storageName(subject), JSON.stringify(created));
  } catch {
    // Without storage a reload creates a new key; the API's lock still prevents a second payment.
  }
  return created.key;
}

/** Forgets a finished or abandoned write, so that the same terms become a new write. */
export function forgetIdempotencyKey(subject: string): void {
  try {
    sessionStorage.removeItem(storageName(subject));
  } catch {
    // Without storage no key was stored.
  }
}

const isClientError = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Writes with an idempotency key, which is kept only if no response came. */
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
