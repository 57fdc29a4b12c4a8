import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../support/measure-hostile-pictures.ts", import.meta.url));
const DAMAGED = 283;

/** Files and program share the process, so that its peak counts the files too; the function has 3,008 MB. */
const MOST_MEGABYTES = 1500;
const MOST_CPU_MILLISECONDS = 5000;

interface Row {
  readonly name: string;
  readonly cpuMs: number;
  readonly peakMb: number;
}

test("300 hostile pictures end within the time and memory of the picture function", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, String(DAMAGED)], { maxBuffer: 2 ** 24 });
  const rows: Row[] = JSON.parse(stdout);
  expect(rows).toHaveLength(300);
  expect(rows.filter(({ cpuMs, peakMb }) => cpuMs > MOST_CPU_MILLISECONDS || peakMb > MOST_MEGABYTES)).toEqual([]);
});
