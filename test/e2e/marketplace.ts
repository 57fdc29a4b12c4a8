import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startCloud } from "#local/cloud.ts";
import { startBrowser } from "#test/support/browser.ts";

type Cloud = Awaited<ReturnType<typeof startCloud>>;
type Browser = Awaited<ReturnType<typeof startBrowser>>;

const run = promisify(execFile);

/** A phone of common size, and a desktop. */
export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** The whole product, empty, with a real browser, for the tests of one file. */
export function useMarketplace() {
  let cloud: Cloud;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ochre-e2e-"));
    const cdkOut = join(folder, "cdk.out");
    await run(process.execPath, ["bin/marketplace.ts", "--stage", "local", "--out", cdkOut]);
    [cloud, browser] = await Promise.all([startCloud({ cdkOut, home: join(folder, "home"), port: 0 }), startBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await cloud?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    origin: () => cloud.origin,
    /** Someone with a browser of their own: no cookie is shared with anybody else. */
    async visitor(screen: BrowserContextOptions = SCREENS.desktop): Promise<Page> {
      const context = await browser.newContext({ ...screen, baseURL: cloud.origin });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      return page;
    },
    /** The newest mail to an address, waiting for it. */
    async mailTo(address: string) {
      for (let attempt = 0; attempt < 50; attempt++) {
        const response = await fetch(`${cloud.origin}/__local/mail`);
        const mails = (await response.json()) as { to: string; subject: string; links: string[] }[];
        const mail = mails.find(({ to }) => to === address);
        if (mail) return mail;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`No mail to ${address} arrived`);
    },
  };
}
