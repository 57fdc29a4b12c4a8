import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { START_SCRIPT } from "./page-template.ts";

const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** Hashes of the site's inline scripts for the content security policy; whitespace counts. */
export function inlineScriptHashes(site: string): string[] {
  const page = readFileSync(join(site, "index.html"), "utf8");
  const scripts = [...page.matchAll(INLINE)].map(([, script = ""]) => script);
  return [...scripts, START_SCRIPT].map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
}
