import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { logIn } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";

const VEILED = "Bather, back turned";
const OTHER = "Bathing hut";

const ivar: Person = {
  userName: "Ivar Dahl",
  userUsername: "ivar.dahl",
  userEmail: "ivar.dahl@ochre.test",
  password: "a towel on the jetty",
};

const marketplace = openMarketplace();
let artist: Page;
let artwork: string;

beforeAll(async () => {
  await marketplace.member(ivar);
  artist = await marketplace.visitor();
  await logIn(artist, ivar);
  await publish(artist, OTHER);
  await publish(artist, VEILED, { isMature: true });
  artwork = new URL(artist.url()).pathname;
});

const picture = (page: Page, title: string) => page.getByRole("main").getByRole("img", { name: title }).first();
const loaded = (page: Page, title: string) =>
  picture(page, title).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
/** Position on the page, independent of scrolling. */
const getPlace = (page: Page, title: string) =>
  picture(page, title).evaluate((image) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    return [left, top + window.scrollY, width, height];
  });
const show = (page: Page) => page.getByRole("button", { name: "Show mature content", exact: true });

test("its artist sees it, and the form has the mark", async () => {
  await expect.poll(() => loaded(artist, VEILED)).toBe(true);
  await artist.goto(`${artwork}/edit`);
  expect(await artist.getByLabel("Mature content").isChecked()).toBe(true);
});

test.each(FLOW_SCREENS)(
  "on a %s a visitor shows it once, by keyboard, without a layout shift",
  async (_name, screen) => {
    const page = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    const answer = await fetch(`${marketplace.origin()}/api${artwork}`);
    const { version } = (await answer.json()) as { version: { previews: { webp: string }[] } };
    const folder = version.previews[0]?.webp.replace(/[^/]*$/, "") ?? "";
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(artwork);
    const own = await getPlace(page, VEILED);
    await expectAccessible(page);
    await page.goto("/user/ivar.dahl");
    await expect.poll(() => loaded(page, OTHER)).toBe(true);
    const before = await getPlace(page, VEILED);
    await expectAccessible(page);
    await expectToFit(page);
    expect(requested.some((path) => path.startsWith("/media/"))).toBe(true);
    expect(requested.filter((path) => path.startsWith(folder))).toEqual([]);
    await page.getByRole("link", { name: OTHER }).focus();
    await show(page).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => loaded(page, VEILED)).toBe(true);
    expect(await getPlace(page, VEILED)).toEqual(before);
    await page.reload();
    await expect.poll(() => loaded(page, VEILED)).toBe(true);
    await page.goto(artwork);
    await expect.poll(() => loaded(page, VEILED)).toBe(true);
    expect(await getPlace(page, VEILED)).toEqual(own);
    await page.getByRole("button", { name: "Hide mature content" }).click();
    await show(page).waitFor();
  },
);

test("the viewer veils it on the way through a list", async () => {
  const page = await marketplace.visitor({ reducedMotion: "reduce" });
  await page.goto("/user/ivar.dahl");
  await page.getByRole("link", { name: OTHER }).click();
  await page.getByRole("button", { name: `View ${OTHER}` }).click();
  await page.getByRole("button", { name: `Previous: ${VEILED}` }).click();
  const dialog = page.getByRole("dialog", { name: VEILED });
  await dialog.getByRole("button", { name: "Show mature content", exact: true }).click();
  const image = dialog.getByRole("img", { name: VEILED });
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: VEILED, level: 1 }).waitFor();
});
