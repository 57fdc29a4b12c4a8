import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { listPages, startMarketplace } from "./marketplace.ts";
import { measureHydration } from "./measure-hydration.ts";
import { DEVICES, type Device, measurePage, SLOWDOWN, type Visit } from "./measure-page.ts";
import { measureTasks } from "./measure-tasks.ts";

/**
 * `npm run bench:web`: Lighthouse over the pages that visitors see first, the median of five visits each, and the CPU time
 * of their hydration and its tasks, which no throttle changes.
 * `--runs 1` for a quick look, `--origin http://…` for a running stage, `--index 1000` as Lighthouse simulates a machine of
 * that benchmarkIndex.
 */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, origin: { type: "string" }, index: { type: "string" } },
});

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN;

/** How many times slower a machine with a benchmarkIndex of about 1,000 is than those of today. */
const SLOW_MACHINE = 3;

/** A phone of Lighthouse on such a machine. */
const SLOWER = SLOWDOWN.mobile * SLOW_MACHINE;

/** Lighthouse's total blocking time, from CPU time, which doesn't depend on other processes. */
const sumBlocking = (tasks: readonly number[]) => tasks.reduce((sum, task) => sum + Math.max(0, task * SLOWER - 50), 0);

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0);
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** How many times slower than this machine one with that index is, measured by one visit. */
async function rateFor(wanted: number, url: string, device: Device): Promise<number> {
  return (await measurePage(url, device, 1)).benchmarkIndex / wanted;
}

function formatRow(page: string, device: Device, rate: number, visits: readonly Visit[]): string {
  const of = (pick: (visit: Visit) => number) => median(visits.map(pick));
  const scores = [0, 1, 2, 3].map((index) => of(({ scores: each }) => each[index] ?? 0));
  const cells = [
    page,
    device,
    kilobytes(of(({ scriptBytes }) => scriptBytes)),
    kilobytes(of(({ allBytes }) => allBytes)),
    of(({ requests }) => requests),
    seconds(of(({ lcp }) => lcp)),
    of(({ cls }) => cls).toFixed(3),
    `${of(({ tbt }) => tbt).toFixed(0)} ms`,
    scores.join(" / "),
    of(({ benchmarkIndex }) => benchmarkIndex / rate).toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}

const own = values.origin ? undefined : await startMarketplace();
const origin = own?.origin ?? values.origin ?? "";
try {
  const pages = await listPages(origin);
  const rows: string[] = [];
  const wanted = Number(values.index ?? Number.NaN);
  for (const device of DEVICES) {
    for (const [page, path] of Object.entries(pages)) {
      // The first visit warms the function, as a visited page's function is usually warm.
      await fetch(origin + path);
      const visits: Visit[] = [];
      // Measured again for each page, because a shared machine's speed changes within minutes.
      const rate = wanted ? await rateFor(wanted, origin + path, device) : 1;
      for (let run = 0; run < Number(values.runs); run++) visits.push(await measurePage(origin + path, device, rate));
      rows.push(formatRow(page, device, rate, visits));
      process.stderr.write(`${rows.at(-1)}\n`);
    }
  }
  console.log("| Page | On | Script, KB | All, KB | Requests | LCP | CLS | TBT | Scores | Index |");
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const row of rows) console.log(row);
  console.log(
    `\n| Page | Hydration, CPU ms | Longest task, CPU ms | Blocking, ${SLOWER} times slower |\n|---|---|---|---|`,
  );
  for (const [page, path] of Object.entries(pages)) {
    const hydration = median(await measureHydration(origin + path, Number(values.runs)));
    const visits = await measureTasks(origin + path, Number(values.runs), SLOW_MACHINE);
    const longest = median(visits.map((tasks) => Math.max(...tasks)));
    const blocking = median(visits.map(sumBlocking));
    console.log(`| ${page} | ${hydration.toFixed(0)} | ${longest.toFixed(1)} | ${blocking.toFixed(0)} ms |`);
  }
  console.log(
    `\nScores: performance, accessibility, best practices, SEO. Index: Lighthouse's benchmarkIndex. Load of the machine: ${loadavg()[0]?.toFixed(1)}`,
  );
} finally {
  own?.stop();
}
