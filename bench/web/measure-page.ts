import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { installPackage } from "./install-package.ts";
import { openLighthouseBrowser } from "./lighthouse-browser.ts";

export const DEVICES = ["mobile", "desktop"] as const;
export type Device = (typeof DEVICES)[number];

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Measurements of one visit. Bytes as transferred, times in milliseconds, scores up to 100. */
export interface Visit {
  readonly scriptBytes: number;
  readonly allBytes: number;
  readonly requests: number;
  readonly lcp: number;
  readonly cls: number;
  readonly tbt: number;
  readonly scores: readonly number[];
  /** Lighthouse's benchmark of the machine that ran it; simulated figures depend on it. */
  readonly benchmarkIndex: number;
}

const Request = z.object({ resourceType: z.optional(z.string()), transferSize: z.optional(z.number()) });

/** The used parts of Lighthouse's report. */
const Report = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  environment: z.object({ benchmarkIndex: z.number() }),
  audits: z.intersection(
    z.record(z.string(), z.object({ numericValue: z.optional(z.number()) })),
    z.object({ "network-requests": z.object({ details: z.object({ items: z.array(Request) }) }) }),
  ),
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
});

const sumBytes = (requests: readonly z.infer<typeof Request>[]) =>
  requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);

/** Lighthouse's default CPU slowdown of a device, relative to the machine that runs it. */
export const SLOWDOWN = { mobile: 4, desktop: 1 } as const satisfies Record<Device, number>;

/** Lighthouse's report of one visit in the browser that listens on this port, simulated for a machine `rate` times slower. */
async function report(url: string, device: Device, rate: number, port: number) {
  const lighthouse = installPackage(join(import.meta.dirname, "../lighthouse"), "lighthouse");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(lighthouse, "cli/index.js"),
      url,
      "--quiet",
      "--output=json",
      `--port=${port}`,
      `--throttling.cpuSlowdownMultiplier=${SLOWDOWN[device] * rate}`,
      `--only-categories=${CATEGORIES.join(",")}`,
      ...(device === "desktop" ? ["--preset=desktop"] : []),
    ],
    { maxBuffer: 100_000_000 },
  );
  return Report.parse(JSON.parse(stdout));
}

/**
 * Visits a page once with a fresh profile, as a phone or a desktop of a machine `rate` times slower. Slower
 * machines are simulated with Lighthouse's `cpuSlowdownMultiplier`. DevTools' CPU throttling isn't used: it busy-waits, which
 * takes CPU from the server and the browser, and blocking time varied threefold between visits.
 */
export async function measurePage(url: string, device: Device, rate: number): Promise<Visit> {
  const browser = await openLighthouseBrowser(rate);
  const { runtimeError, environment, audits, categories } = await report(url, device, rate, browser.port).finally(
    browser.close,
  );
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const requests = audits["network-requests"].details.items;
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scriptBytes: sumBytes(requests.filter(({ resourceType }) => resourceType === "Script")),
    allBytes: sumBytes(requests),
    requests: requests.length,
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
    scores: CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
    benchmarkIndex: environment.benchmarkIndex,
  };
}
