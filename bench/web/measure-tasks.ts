import { type Browser, chromium } from "playwright-core";
import * as z from "zod/mini";
import { fastClock } from "./fast-clock.ts";
import { findChromium } from "./find-chromium.ts";
import { PHONE } from "./measure-hydration.ts";

/** An event of a Chromium trace, with times in microseconds; `tdur` is CPU time. */
const TraceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  tdur: z.optional(z.number()),
  args: z.optional(z.object({ data: z.optional(z.object({ documentLoaderURL: z.optional(z.string()) })) })),
});

const Trace = z.object({ traceEvents: z.array(TraceEvent) });

/** Until a page has been hydrated on a slow machine, too. */
const VISIT_MS = 5_500;

/** CPU milliseconds of each task of the page's main thread since its first paint, cut as on a machine that is `slower`. */
async function traceTasks(browser: Browser, url: string, slower: number): Promise<readonly number[]> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: fastClock(slower) });
    await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "loading", "blink.user_timing"] });
    await page.goto(url);
    await page.waitForTimeout(VISIT_MS);
    const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString("utf8")));
    const start = traceEvents.find(
      ({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL?.startsWith("http"),
    );
    const ours = traceEvents.filter(({ pid, tid }) => pid === start?.pid && tid === start.tid);
    const painted = ours.find(({ name, ts }) => name === "firstContentfulPaint" && ts > (start?.ts ?? 0));
    if (!painted) throw new Error(`${url} painted nothing.`);
    return ours
      .filter(({ name, ph, ts }) => ph === "X" && name.endsWith("RunTask") && ts > painted.ts)
      .map(({ tdur = 0 }) => tdur / 1000);
  } finally {
    await context.close();
  }
}

/** The tasks of each visit on a phone's screen, without any throttling, cut as on a machine that is `slower`. */
export async function measureTasks(url: string, runs: number, slower: number): Promise<readonly (readonly number[])[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const visits: (readonly number[])[] = [];
    for (let run = 0; run < runs; run++) visits.push(await traceTasks(browser, url, slower));
    return visits;
  } finally {
    await browser.close();
  }
}
