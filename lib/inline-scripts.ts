import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** What a content security policy allows the built page's own scripts by: a hash of each, to the last space. */
export function inlineScriptHashes(site: string): string[] {
  const page = readFileSync(join(site, "index.html"), "utf8");
  return [...page.matchAll(INLINE)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
