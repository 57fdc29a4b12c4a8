import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject, vi } from "vitest";
import { COOKIES } from "#shared/cookies.ts";
import { connectBrowser } from "#test/support/browser.ts";
import { expiredToken } from "./expired-token.ts";

/** A user of the tests. */
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

/** A common phone and a desktop. */
export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** Flows run on a phone, with `npm run test:nightly` on a desktop too; test/e2e/themes.test.ts opens each page on both. */
export const FLOW_SCREENS: readonly (readonly [string, BrowserContextOptions])[] = Object.entries(SCREENS).filter(
  ([name]) => name === "phone" || process.env.MODE === "nightly",
);

interface Opened {
  readonly page: Page;
  readonly faults: readonly string[];
}

declare global {
  interface Window {
    /** Clicks in this document and the pages they led to, logged if a test fails. */
    presses?: string[];
  }
}

/** Runs in the browser. */
function recordPresses() {
  const presses: string[] = [];
  window.presses = presses;
  const addPress = (text: string) => presses.push(`${Math.round(performance.now())} ms: ${text}`);
  function record(event: Event) {
    const { tagName, textContent } = event.target instanceof Element ? event.target : document.body;
    const state = JSON.stringify({ ...document.documentElement.dataset });
    addPress(`${event.type} on ${tagName} "${textContent?.slice(0, 30)}" of a page that is ${state}`);
    if (event.type !== "click") return;
    setTimeout(() => addPress(`then at ${location.pathname}, ${event.defaultPrevented ? "by script" : "by itself"}`));
  }
  for (const type of ["pointerdown", "pointerup", "click"]) addEventListener(type, record, true);
}

/** Records a page's script errors and failed requests, for reports of failed tests. */
function recordFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("requestfailed", (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on("response", (answer) => answer.status() >= 500 && faults.push(`${answer.url()}: ${answer.status()}`));
  return faults;
}

/** Waits until a closed dialog's entry has left the history, which would cancel a navigation that follows at once. */
export const waitForClosedDialog = (page: Page) =>
  page.waitForFunction(() => !(window.history.state as { isDialog?: boolean } | null)?.isDialog);

/** Makes `goto` and `reload` wait for hydration, unless `waitUntil` is given. */
function waitForHydration(page: Page) {
  async function hydrated() {
    if ((await page.locator("#root").count()) === 0) return;
    await page.locator("html[data-main=live]").waitFor();
    // React hydrates further Suspense boundaries afterwards, when idle.
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  }
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (!options?.waitUntil) await hydrated();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (!options?.waitUntil) await hydrated();
    return answer;
  };
}

/** Screenshots of failed tests' pages, which CI keeps. */
const FAILED_PAGES = ".build/failed-pages";

/** Logs a failed test's page with clicks and errors, and saves a screenshot. */
async function reportFailure({ page, faults }: Opened) {
  if (page.isClosed()) return;
  const path = resolve(FAILED_PAGES, `${randomUUID()}.png`);
  const kept = await page.screenshot({ path, timeout: 5_000 }).then(() => path, String);
  const seen = await page.locator("main").ariaSnapshot({ timeout: 5_000 }).catch(String);
  const presses = await page.evaluate(() => window.presses).catch(String);
  console.error(`${page.url()} showed\n${seen}\nafter`, presses, "and these faults", faults, "as in", kept);
}

/**
 * The whole product with a real browser, both shared by all files: usernames and titles must be unique per file, and no test
 * may rely on other data.
 */
export function openMarketplace() {
  const { origin, home } = inject("cloud");
  let browser: Browser;
  const opened: Opened[] = [];

  beforeAll(async () => {
    browser = await connectBrowser(inject("browserEndpoint"));
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await Promise.all(opened.map(reportFailure));
  });

  afterAll(async () => {
    await browser?.close();
  });

  async function waitForMail(address: string, isMeant: (mail: Mail) => boolean = () => true) {
    const find = async () => {
      const response = await fetch(`${origin}/__local/mail`);
      const mail = ((await response.json()) as Mail[]).find((one) => one.to === address && isMeant(one));
      if (!mail) throw new Error(`No mail to ${address} arrived`);
      return mail;
    };
    return vi.waitFor(find, { timeout: 30_000, interval: 100 });
  }

  async function post(path: string, body: object) {
    const headers = { "content-type": "application/json" };
    const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }

  /** Signs a person up through the API; their mail is still to be opened. */
  async function signUp({ password, ...person }: Person) {
    await post("/auth/signup", { ...person, userPassword: password, userConfirm: password });
  }

  return {
    origin: () => origin,
    /** Page of a new browser context with the cookie notice accepted. */
    async visitor(screen: BrowserContextOptions = SCREENS.desktop): Promise<Page> {
      const context = await browser.newContext({ ...screen, baseURL: origin });
      await context.addCookies([{ name: COOKIES.consent, value: "1", url: origin }]);
      await context.addInitScript(recordPresses);
      if (screen.javaScriptEnabled !== false) context.on("page", waitForHydration);
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      opened.push({ page, faults: recordFaults(page) });
      return page;
    },
    /** Waits for the newest, optionally matching, mail to an address. */
    waitForMail,
    signUp,
    /** An expired copy of an access token. */
    expired: (token: string) => expiredToken(home, token),
    /** Signs a person up and opens the verification link. */
    async member(person: Person) {
      await signUp(person);
      const { links } = await waitForMail(person.userEmail);
      const link = new URL(links[0] ?? "");
      await fetch(`${origin}/auth${link.pathname}`);
      return person;
    },
  };
}
