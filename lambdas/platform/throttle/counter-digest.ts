import { createHash } from "node:crypto";

/** Digest of a counter's subject (an account, an address or a browser) in its key; case-insensitive. */
export const counterDigest = (subject: string) =>
  createHash("sha256").update(subject.toLowerCase()).digest("base64url").slice(0, 22);
