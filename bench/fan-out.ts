import { printTable } from "#bench/tests/print-table.ts";

/**
 * Runs the fan-out of new work to followers for `FAN_OUT_FOLLOWERS` followers and prints the figures of
 * docs/performance.md, Live, as one table row.
 */
const { FAN_OUT_FOLLOWERS = "600" } = process.env;

if (!(await printTable("test/nightly/fan-out.test.ts", { FAN_OUT_FOLLOWERS }))) process.exitCode = 1;
