import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PROJECT } from "#lib/bundling/entries.ts";

/** Runs the fan-out of new work to followers for `FAN_OUT_FOLLOWERS` followers and prints the row of docs/performance.md. */
const { FAN_OUT_FOLLOWERS = "600" } = process.env;

const vitest = join(PROJECT, "node_modules/vitest/vitest.mjs");
const test = "test/nightly/fan-out.test.ts";
const { status, stdout } = spawnSync(process.execPath, [vitest, "run", test, "--disable-console-intercept"], {
  cwd: PROJECT,
  stdio: ["ignore", "pipe", "inherit"],
  encoding: "utf8",
  env: { ...process.env, FAN_OUT_FOLLOWERS },
});
const rows = stdout.split("\n").filter((line) => line.startsWith("|"));
console.log(status === 0 ? rows.join("\n") : stdout);
process.exitCode = status ?? 1;
