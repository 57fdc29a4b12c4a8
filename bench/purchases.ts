import { availableParallelism } from "node:os";
import { printTable } from "#bench/tests/print-table.ts";

/**
 * Runs the purchase tests at their full numbers: `PURCHASE_SEQUENCES` random sequences, and `PURCHASES`
 * purchases that are each sent many times concurrently.
 */
const SEQUENCES = Number(process.env.PURCHASE_SEQUENCES ?? 10_000);
const PURCHASES = Number(process.env.PURCHASES ?? 200);

/** Sequences per run: the database and the provider's stand-in get slower as they grow. */
const SEQUENCES_PER_RUN = 1000;

interface Run {
  readonly file: string;
  readonly numbers: Readonly<Record<string, string>>;
}

const sequences = (count: number): Run => ({
  file: "test/nightly/purchase-sequences.test.ts",
  numbers: { PURCHASE_SEQUENCES: String(count) },
});
const concurrentPurchases: Run = {
  file: "test/faults/purchase-concurrency.test.ts",
  numbers: { PURCHASES: String(PURCHASES), TIMES: "50" },
};

const pendingRuns = [concurrentPurchases];
for (let left = SEQUENCES; left > 0; left -= SEQUENCES_PER_RUN)
  pendingRuns.push(sequences(Math.min(left, SEQUENCES_PER_RUN)));

let failed = 0;
async function runPending() {
  for (let run = pendingRuns.shift(); run; run = pendingRuns.shift())
    if (!(await printTable(run.file, run.numbers))) failed++;
}
await Promise.all(Array.from({ length: availableParallelism() }, runPending));
console.log(failed === 0 ? `| ${SEQUENCES} random sequences in all | 0 differences |` : `${failed} runs failed`);
if (failed > 0) process.exitCode = 1;
