import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { APP_NAME } from "#shared/brand.ts";
import { createPicture } from "#test/support/pictures.ts";
import { FLOW_SCREENS, openMarketplace, SCREENS } from "../marketplace.ts";

const artist = {
  userName: "Mara Lindqvist",
  userUsername: "mara.lindqvist",
  userEmail: "mara@ochre.test",
  password: "a quiet red room",
};

/** Pages that are the same for everyone. */
const TEXTS = ["/how_it_works", "/license_information", "/faq", "/privacy_policy", "/terms_of_service"];

const marketplace = openMarketplace();
let shown: string;
let hidden: string;

async function post<T>(path: string, body: object, token = ""): Promise<T> {
  const response = await fetch(marketplace.origin() + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function readiness(mediaId: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const status = async () => {
    const response = await fetch(`${marketplace.origin()}/api/artwork/media/${mediaId}`, { headers });
    return ((await response.json()) as { status: string }).status;
  };
  await vi.waitFor(async () => expect(await status()).toBe("ready"), { timeout: 60_000, interval: 250 });
}

/** Publishes a picture through the API. */
async function publish(token: string, artworkTitle: string, artworkVisibility: string) {
  const file = await createPicture({ width: 1800, height: 1200 });
  const sha256 = createHash("sha256").update(file).digest("hex");
  const announced = { mime: "image/jpeg", bytes: file.length, sha256 };
  const { mediaId, upload } = await post<{
    mediaId: string;
    upload: { url: string; fields: Record<string, string> };
  }>("/api/artwork/media", announced, token);
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(file)], { type: announced.mime }));
  await fetch(upload.url, { method: "POST", body: form });
  const terms = { artworkAvailability: "available", artworkType: "free", artworkLicense: "personal" };
  const artwork = { artworkTitle, ...terms, artworkVisibility, mediaId };
  await readiness(mediaId, token);
  return (await post<{ artworkId: string }>("/api/artwork", artwork, token)).artworkId;
}

beforeAll(async () => {
  await marketplace.member(artist);
  const credentials = { userUsername: artist.userUsername, userPassword: artist.password };
  const { accessToken } = await post<{ accessToken: string }>("/auth/login", credentials);
  shown = await publish(accessToken, "Harbour in March", "visible");
  hidden = await publish(accessToken, "Harbour at night", "invisible");
});

/** Collects the browser's warnings and errors, and the page's layout shifts. */
async function watch(page: Page) {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return complaints;
}

/** Hydration is complete once the session is refreshed, which happens last. */
const takenOver = (page: Page) => page.waitForResponse((response) => response.url().endsWith("/auth/refresh_token"));

/**
 * On a busy machine the font may load just after the first paint, which shifts text by up to 0.002. A moving picture or line is
 * far above this; people notice 0.1.
 */
const TYPEFACE_SHIFT = 0.01;

const getLayoutShift = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0));

describe.each(FLOW_SCREENS)("on a %s", (_name, screen: BrowserContextOptions) => {
  test("without any script a visitor sees the pictures, follows links and searches", async () => {
    const page = await marketplace.visitor({ ...screen, javaScriptEnabled: false });
    await page.goto("/");
    const picture = page.getByRole("img", { name: "Harbour in March" });
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
    await page.getByRole("link", { name: "Harbour in March" }).click();
    await page.getByRole("heading", { name: "Harbour in March" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: artist.userName }).first().click();
    await page.getByRole("heading", { name: artist.userName }).waitFor();

    const toSearch = page.getByRole("banner").getByRole("button", { name: "Search" });
    if (await toSearch.isVisible()) await toSearch.click();
    await page.getByRole("combobox").fill("harb");
    await page.getByRole("combobox").press("Enter");
    await page.getByRole("heading", { name: "“harb”" }).waitFor();
    await page.getByRole("link", { name: "Harbour in March" }).waitFor();
    await page.context().close();
  });

  test("the browser hydrates each page without errors and without layout shifts", async () => {
    for (const path of [
      "/",
      `/artwork/${shown}`,
      `/user/${artist.userUsername}`,
      "/search?q=harbour",
      ...TEXTS,
      "/verifier",
    ]) {
      const page = await marketplace.visitor({ ...screen, timezoneId: "Pacific/Auckland", locale: "de-DE" });
      const complaints = await watch(page);
      const [response] = await Promise.all([page.goto(path), takenOver(page)]);
      expect([path, response?.status(), complaints]).toEqual([path, 200, []]);
      expect(await getLayoutShift(page)).toBeLessThan(TYPEFACE_SHIFT);
      await page.context().close();
    }
  });

  test("an unknown page answers 404 and shows /404", async () => {
    const page = await marketplace.visitor(screen);
    const [response] = await Promise.all([page.goto("/artwork/nothing"), takenOver(page)]);
    expect(response?.status()).toBe(404);
    await page.getByRole("heading", { name: "404" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/404");
    const unknown = await page.request.get("/wp-login.php");
    expect([unknown.status(), unknown.headers()["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    await page.context().close();
  });
});

test("the footer's mail link names the page's host, even if it was rendered for another", async () => {
  const page = await marketplace.visitor();
  const complaints = await watch(page);
  const response = await page.goto(marketplace.origin().replace("localhost", "shop.localhost"));
  expect(await response?.text()).toContain('href="mailto:info@localhost"');
  await page.locator('a[href="mailto:info@shop.localhost"]').waitFor();
  expect(complaints.join("\n")).not.toContain("React error");
  await page.context().close();
});

test("a page that only the browser renders has a title before any script", async () => {
  const page = await marketplace.visitor({ javaScriptEnabled: false });
  await page.goto("/login");
  expect(await page.title()).toBe(APP_NAME);
  await page.context().close();
});

test("the home page contains its list, so that the browser requests none", async () => {
  const page = await marketplace.visitor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await Promise.all([page.goto("/"), takenOver(page)]);
  for (const list of ["/api/artwork", "/api/curated", "/api/popular-this-week"]) expect(asked).not.toContain(list);
  expect(asked).not.toContain("/config.json");
  await page.context().close();
});

test.each([
  { late: "any script", on: "an artwork's page", scripts: /\/assets\/.*\.js$/, live: "html:not([data-shell])" },
  {
    late: "the screen's script",
    on: "an artwork's page",
    scripts: /\/assets\/work-.*\.js$/,
    live: "html[data-shell=live]",
  },
  { late: "any script", on: "a card", scripts: /\/assets\/.*\.js$/, live: "html:not([data-shell])" },
  { late: "the screen's script", on: "a card", scripts: /\/assets\/search-.*\.js$/, live: "html[data-shell=live]" },
])("a press on $on before $late has loaded takes effect once it has", async ({ on, scripts, live }) => {
  const page = await marketplace.visitor();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await held;
    await route.continue();
  });
  const path = on === "a card" ? "/search?q=harbour" : `/artwork/${shown}`;
  await page.goto(path, { waitUntil: "load" });
  await page.locator(live).waitFor();
  await page.getByRole("button", { name: "Favorite Harbour in March" }).first().click();
  expect(page.url()).toContain(path);

  release();
  await page.getByRole("dialog", { name: "Log in to keep your favorites" }).waitFor();
  await page.context().close();
});

/** Moves the page below its header down, like a late notice. */
const pushDown = (page: Page) =>
  page.locator("main").evaluate((main) => {
    main.style.paddingTop = "150px";
  });

test.each([
  {
    by: "a mouse",
    async press(page: Page, at: { x: number; y: number }) {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await pushDown(page);
      await page.mouse.up();
    },
  },
  {
    by: "touch",
    async press(page: Page, at: { x: number; y: number }) {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
      await pushDown(page);
      await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    },
  },
])("a press by $by counts for the button that it started on, even if that moved meanwhile", async ({ press }) => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto(`/artwork/${shown}`);
  const button = page.getByRole("button", { name: "Favorite Harbour in March" }).first();
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  await press(page, { x: x + width / 2, y: y + height / 2 });
  await page.getByRole("dialog", { name: "Log in to keep your favorites" }).waitFor();
  await page.context().close();
});

test("input typed before a form's script has loaded is kept", async () => {
  const page = await marketplace.visitor();
  await page.route("**/assets/*.js", async (route) => {
    await setTimeout(300);
    await route.continue();
  });
  await page.goto("/verifier", { waitUntil: "commit" });
  await page.getByLabel("Fingerprint").fill("ab".repeat(20));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByText("No license has this fingerprint.").waitFor();
});

test("a signed-in artist opens their hidden artwork by its URL, and sees only public artwork on /", async () => {
  const page = await marketplace.visitor();
  await page.goto("/login");
  await page.getByLabel("Username or email").fill(artist.userUsername);
  await page.getByLabel("Password", { exact: true }).fill(artist.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
  await page.goto(`/artwork/${hidden}`);
  await page.getByRole("heading", { name: "Harbour at night" }).waitFor();

  const complaints = await watch(page);
  await Promise.all([page.goto("/"), takenOver(page)]);
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
  await page.getByRole("link", { name: "Harbour in March" }).first().waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("search engines can crawl the site, even through the laptop's gateway", async () => {
  const text = async (path: string) => (await fetch(marketplace.origin() + path)).text();
  expect(await text("/robots.txt")).toContain(`${marketplace.origin()}/sitemap.xml`);
  const [, month = ""] = /<loc>([^<]*\/sitemaps\/\d{4}-\d\d\.xml)<\/loc>/.exec(await text("/sitemap.xml")) ?? [];
  const listed = await text(new URL(month).pathname);
  expect(listed).toContain(`${marketplace.origin()}/artwork/${shown}`);
  expect(listed).not.toContain(hidden);
  expect((await fetch(`${marketplace.origin()}/`, { method: "HEAD" })).headers.get("content-type")).toContain("html");
});
