import { createHash } from "node:crypto";

/** Digest of a person, address or browser in a counter's key; case-insensitive. */
export const counterDigest = (who: string) =>
  createHash("sha256").update(who.toLowerCase()).digest("base64url").slice(0, 22);
