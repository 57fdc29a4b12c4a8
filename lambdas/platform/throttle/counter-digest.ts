import { createHash } from "node:crypto";

/** What stands for a person, an address or a browser in a counter's key; upper and lower case are the same. */
export const counterDigest = (who: string) =>
  createHash("sha256").update(who.toLowerCase()).digest("base64url").slice(0, 22);
