import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { PROJECT } from "#lib/entries.ts";

/**
 * The faults' tests at their full numbers, against the real handlers, DynamoDB Local and the provider's stand-in:
 * `PURCHASE_SEQUENCES` random sequences and `PURCHASES` purchases that are each sent many times at once.
 */
const SEQUENCES = Number(process.env.PURCHASE_SEQUENCES ?? 10_000);
const PURCHASES = Number(process.env.PURCHASES ?? 200);

/** So many sequences share a database and a provider: both grow slower with all that they hold. */
const TOGETHER = 1000;

interface Run {
  readonly file: string;
  readonly numbers: Readonly<Record<string, string>>;
}

const sequences = (count: number): Run => ({
  file: "test/faults/purchase-sequences.test.ts",
  numbers: { PURCHASE_SEQUENCES: String(count) },
});
const crowd: Run = { file: "test/faults/purchase-crowds.test.ts", numbers: { PURCHASES: String(PURCHASES) } };

/** Runs a test file; prints the rows of its table, or all that it said where it failed. */
async function passes({ file, numbers }: Run): Promise<boolean> {
  const vitest = join(PROJECT, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", file, "--project", "full", "--disable-console-intercept"], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...numbers },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const status = await new Promise((resolve) => child.once("close", resolve));
  const rows = said.split("\n").filter((line) => line.startsWith("|"));
  console.log(status === 0 ? rows.join("\n") : said);
  return status === 0;
}

const waiting = [crowd];
for (let left = SEQUENCES; left > 0; left -= TOGETHER) waiting.push(sequences(Math.min(left, TOGETHER)));

let failed = 0;
async function work() {
  for (let run = waiting.shift(); run; run = waiting.shift()) if (!(await passes(run))) failed++;
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(failed === 0 ? `| ${SEQUENCES} random sequences in all | 0 differences |` : `${failed} runs failed`);
if (failed > 0) process.exitCode = 1;
