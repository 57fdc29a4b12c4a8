import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../support/measure-hostile-pictures.ts", import.meta.url));
const DAMAGED = 283;

/** Files and program share the process, so that its peak counts the files too; the function has 3,008 MB. */
const MAX_MEGABYTES = 1500;
/** An eighth of the function's two minutes; tiny files that are large pictures take longest, for their previews. */
const MAX_CPU_MILLISECONDS = 15_000;

/** All pictures together take about three minutes. */
const PATIENCE_MS = 600_000;

interface Row {
  readonly name: string;
  readonly cpuMs: number;
  readonly peakMb: number;
}

test(
  "300 hostile pictures end within the time and memory of the picture function",
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, String(DAMAGED)], { maxBuffer: 2 ** 24 });
    const rows: Row[] = JSON.parse(stdout);
    expect(rows).toHaveLength(300);
    expect(rows.filter(({ cpuMs, peakMb }) => cpuMs > MAX_CPU_MILLISECONDS || peakMb > MAX_MEGABYTES)).toEqual([]);
  },
  PATIENCE_MS,
);
