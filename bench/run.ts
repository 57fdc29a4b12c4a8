import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** `npm run bench [name …]`: runs every benchmark of this folder, or the given ones, one after the other. */
const requested = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== basename(import.meta.filename))
  .map((file) => file.replace(/\.ts$/, ""))
  .filter((name) => requested.length === 0 || requested.includes(name));

for (const name of names) {
  console.log(`\n# ${name}\n`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
