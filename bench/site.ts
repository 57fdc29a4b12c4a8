import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** Prints the size of the built site: the scripts that a first visit loads, and all scripts. */
const site = join(import.meta.dirname, "../.build/site");
const page = readFileSync(join(site, "index.html"), "utf8");

const brotli = (file: string) => brotliCompressSync(readFileSync(join(site, file))).length;
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

const files = readdirSync(site, { recursive: true, encoding: "utf8" });
const scripts = files.filter((file) => file.endsWith(".js"));
const named = scripts.filter((file) => page.includes(file));

console.log("| Script | Files | Brotli, KB |\n|---|---|---|");
const row = (what: string, of: readonly string[]) =>
  console.log(`| ${what} | ${of.length} | ${kilobytes(of.reduce((sum, file) => sum + brotli(file), 0))} |`);
row("Named by the page itself", named);
row("All of the site", scripts);
