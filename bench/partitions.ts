import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PROJECT } from "#lib/bundling/entries.ts";

/** Simulates DynamoDB's partitions under a thousand writes and twenty thousand reads a second and prints the table of docs/performance.md. */
const vitest = join(PROJECT, "node_modules/vitest/vitest.mjs");
const test = "test/nightly/api/partitions.test.ts";
const { status, stdout } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "unit", test, "--disable-console-intercept"],
  { cwd: PROJECT, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" },
);
const rows = stdout.split("\n").filter((line) => line.startsWith("|"));
console.log(status === 0 ? rows.join("\n") : stdout);
process.exitCode = status ?? 1;
