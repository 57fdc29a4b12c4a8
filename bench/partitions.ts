import { printTable } from "#bench/tests/print-table.ts";

/** Simulates DynamoDB's partitions under a thousand writes and twenty thousand reads a second and prints the table of docs/performance.md. */
if (!(await printTable("test/nightly/api/partitions.test.ts"))) process.exitCode = 1;
