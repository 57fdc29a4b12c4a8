import { type Browser, chromium } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/** A phone's screen. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Time for a page's requests after hydration: the session refresh and the revalidation of its data. */
const SETTLE_MS = 500;

/** Total CPU milliseconds of the page's main thread, on a phone's screen and without throttling. */
async function measureMainThreadMs(browser: Browser, url: string, scripts: boolean): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    if (!scripts) await page.route("**/assets/*.js", (route) => route.abort());
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(url);
    if (scripts) await page.waitForFunction(() => document.documentElement.dataset.main === "live");
    await page.waitForTimeout(SETTLE_MS);
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  } finally {
    await context.close();
  }
}

/** Cost of hydration for each visit: CPU milliseconds beyond those of the same page without its scripts. */
export async function measureHydration(url: string, runs: number): Promise<readonly number[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const visits: number[] = [];
    for (let run = 0; run < runs; run++) {
      const [withoutScripts, withScripts] = [
        await measureMainThreadMs(browser, url, false),
        await measureMainThreadMs(browser, url, true),
      ];
      visits.push(withScripts - withoutScripts);
    }
    return visits;
  } finally {
    await browser.close();
  }
}
