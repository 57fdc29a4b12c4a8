import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PROJECT } from "#lib/entries.ts";

/** The faults' tests at their full numbers, against the real handlers, DynamoDB Local and the provider's stand-in. */
const NUMBERS = { PURCHASE_SEQUENCES: "10000", PURCHASES: "200" };
const FILES = ["test/faults/purchase-crowds.test.ts", "test/faults/purchase-sequences.test.ts"];

const vitest = join(PROJECT, "node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--project", "unit", "--no-file-parallelism", "--disable-console-intercept", ...FILES],
  { cwd: PROJECT, stdio: "inherit", env: { ...NUMBERS, ...process.env } },
);
process.exitCode = status ?? 1;
