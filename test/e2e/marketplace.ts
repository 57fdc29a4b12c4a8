import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { startCloud } from "#local/cloud.ts";
import { COOKIES } from "#shared/limits.ts";
import { startBrowser } from "#test/support/browser.ts";

type Cloud = Awaited<ReturnType<typeof startCloud>>;
/** Someone with an account. */
export interface Person {
  readonly userName: string;
  readonly userUsername: string;
  readonly userEmail: string;
  readonly password: string;
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly links: readonly string[];
}

type Browser = Awaited<ReturnType<typeof startBrowser>>;

/** A phone of common size, and a desktop. */
export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** What a test that failed was looking at. */
async function tellWhatStood(page: Page) {
  if (page.isClosed()) return;
  const seen = await page.locator("main").ariaSnapshot({ timeout: 5_000 }).catch(String);
  console.error(`${page.url()} showed\n${seen}`);
}

/** The whole product, empty, with a real browser, for the tests of one file. */
export function openMarketplace() {
  let cloud: Cloud;
  let browser: Browser;
  let folder: string;
  const opened: Page[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "ochre-e2e-"));
    const options = { cdkOut: inject("assembly"), home: join(folder, "home"), port: 0 };
    [cloud, browser] = await Promise.all([startCloud(options), startBrowser()]);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await Promise.all(opened.map(tellWhatStood));
  });

  afterAll(async () => {
    await browser?.close();
    await cloud?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function mailTo(address: string, isMeant: (mail: Mail) => boolean = () => true) {
    for (let attempt = 0; attempt < 50; attempt++) {
      const response = await fetch(`${cloud.origin}/__local/mail`);
      const mails = (await response.json()) as Mail[];
      const mail = mails.find((one) => one.to === address && isMeant(one));
      if (mail) return mail;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`No mail to ${address} arrived`);
  }

  async function post(path: string, body: object) {
    const headers = { "content-type": "application/json" };
    const response = await fetch(cloud.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }

  /** Signs someone up without a browser; they still have to open their mail. */
  async function newcomer({ password, ...person }: Person) {
    await post("/auth/signup", { ...person, userPassword: password, userConfirm: password });
  }

  return {
    origin: () => cloud.origin,
    /** Someone with a browser of their own, in which the cookie notice was accepted; nothing else is shared. */
    async visitor(screen: BrowserContextOptions = SCREENS.desktop): Promise<Page> {
      const context = await browser.newContext({ ...screen, baseURL: cloud.origin });
      await context.addCookies([{ name: COOKIES.consent, value: "1", url: cloud.origin }]);
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      opened.push(page);
      return page;
    },
    /** The newest mail to an address, or the newest of those meant, waiting for it. */
    mailTo,
    newcomer,
    /** The same with the mail opened. */
    async member(person: Person) {
      await newcomer(person);
      const { links } = await mailTo(person.userEmail);
      const link = new URL(links[0] ?? "");
      await fetch(`${cloud.origin}/auth${link.pathname}`);
      return person;
    },
  };
}
