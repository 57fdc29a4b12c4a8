import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { COOKIES } from "#shared/cookies.ts";
import { createPicture } from "#test/support/pictures.ts";
import { expectAccessible, expectToFit } from "./accessible.ts";
import { logIn } from "./account-steps.ts";
import { publish } from "./artwork-steps.ts";
import { openMarketplace, type Person, SCREENS } from "./marketplace.ts";

const TITLES = ["Kestrel over wheat", "Kestrel at rest", "Kestrel in fog"] as const;
const [FIRST, SECOND, THIRD] = TITLES;

const juno: Person = {
  userName: "Juno Falk",
  userUsername: "juno.falk",
  userEmail: "juno@ochre.test",
  password: "a hedge full of birds",
};

const fan: Person = {
  userName: "Ove Lund",
  userUsername: "ove.lund",
  userEmail: "ove@ochre.test",
  password: "a ladder in the hedge",
};

const marketplace = openMarketplace();

/** Folder for optional screenshots. */
const { SCREENSHOTS } = process.env;

async function picture(page: Page, name: string) {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

beforeAll(async () => {
  await marketplace.member(juno);
  const artist = await marketplace.visitor();
  await logIn(artist, juno);
  for (const title of TITLES) await publish(artist, title);
});

test("the header stays on one line on phones and tablets", async () => {
  const visitor = await marketplace.visitor();
  const member = await marketplace.visitor();
  await logIn(member, juno);
  await visitor.goto("/");
  const heights = async (page: Page, widths: readonly number[]) => {
    const found: number[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      found.push(
        await page
          .locator("header")
          .first()
          .evaluate((header) => header.clientHeight),
      );
      await expectToFit(page);
    }
    return found;
  };
  expect(await heights(visitor, [360, 375, 480, 768, 1024])).toEqual([68, 68, 68, 68, 68]);
  expect(await heights(member, [320, 360, 375, 480, 768, 1024])).toEqual([68, 68, 68, 68, 68, 68]);
});

const shown = (page: Page, title: string) => page.getByRole("dialog", { name: `${title} by Juno Falk` });

const getWidth = async (page: Page, title: string) =>
  (await shown(page, title).getByRole("img", { name: title }).boundingBox())?.width ?? 0;

test("with the keyboard alone a visitor moves between cards, zooms in and returns to the same place", async () => {
  const page = await marketplace.visitor({ ...SCREENS.desktop, reducedMotion: "reduce" });
  await page.goto("/user/juno.falk");
  await page.getByRole("link", { name: THIRD }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(SECOND);
  await page.keyboard.press("Enter");
  const opener = page.getByRole("button", { name: `View ${SECOND}` });
  await opener.focus();
  await page.keyboard.press("Enter");
  await shown(page, SECOND).waitFor();
  await page.getByRole("button", { name: `Next: ${FIRST}` }).waitFor();
  await picture(page, "lightbox-1440");
  await expectAccessible(page);

  const fitting = await getWidth(page, SECOND);
  await page.keyboard.press("+");
  await expect.poll(() => getWidth(page, SECOND)).toBeCloseTo(fitting * 1.5, 0);
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => getWidth(page, SECOND)).toBeGreaterThan(fitting * 1.6);
  await picture(page, "lightbox-zoomed-1440");
  const getLeft = () =>
    shown(page, SECOND)
      .getByRole("img", { name: SECOND })
      .evaluate((image) => image.getBoundingClientRect().left);
  const before = await getLeft();
  await page.keyboard.press("ArrowRight");
  await expect.poll(getLeft).toBeLessThan(before);
  await page.keyboard.press("1");
  await page.getByRole("button", { name: "Fit to the screen, now 100%" }).waitFor();
  await page.keyboard.press("=");
  await page.getByRole("button", { name: "Fit to the screen, now 150%" }).waitFor();
  await page.keyboard.press("0");
  await expect.poll(() => getWidth(page, SECOND)).toBeCloseTo(fitting, 0);
  await page.keyboard.press("Escape");
  await shown(page, SECOND).waitFor({ state: "hidden" });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Next: ${FIRST}` }).waitFor();
  await page.keyboard.press("ArrowRight");
  await shown(page, FIRST).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: FIRST, level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: SECOND, level: 1 }).waitFor();
});

test("a phone swipes to the next picture, and a page is shared", async () => {
  const page = await marketplace.visitor({ ...SCREENS.phone, reducedMotion: "reduce" });
  await page.goto("/user/juno.falk");
  await picture(page, "profile-390");
  await page.getByRole("link", { name: THIRD }).tap();
  await page.getByRole("button", { name: `View ${THIRD}` }).tap();
  await shown(page, THIRD).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: THIRD, level: 1 }).waitFor();
  await page.getByRole("button", { name: `View ${THIRD}` }).tap();
  await page.getByRole("button", { name: `Next: ${SECOND}` }).waitFor();
  await picture(page, "lightbox-390");
  await expectAccessible(page);
  const touches = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    touches.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] });
  await touch("touchStart", 300);
  for (const x of [250, 180, 110]) await touch("touchMove", x);
  await touch("touchEnd");
  await shown(page, SECOND).waitFor();
  const fitting = await getWidth(page, SECOND);
  // In parallel: on a busy machine two sequential taps may be too slow for a double tap.
  const [down, up] = [() => touch("touchStart", 150), () => touch("touchEnd")];
  await Promise.all([down(), up(), down(), up()]);
  await expect.poll(() => getWidth(page, SECOND)).toBeGreaterThan(2 * fitting);
  const enlarged = await getWidth(page, SECOND);
  const pinch = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: readonly number[]) =>
    touches.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x, id) => ({ x, y: 420, id })) });
  await pinch("touchStart", 100, 200);
  for (const x of [180, 150, 120]) await pinch("touchMove", 100, x);
  await pinch("touchEnd");
  await expect.poll(() => getWidth(page, SECOND)).toBeLessThan(enlarged);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { name: SECOND, level: 1 }).waitFor();
  await picture(page, "artwork-390");

  await page.getByRole("button", { name: `Share ${SECOND}` }).click();
  await page.getByRole("dialog", { name: `Share ${SECOND}` }).waitFor();
  await picture(page, "share-390");
  await expectAccessible(page);
  await expectToFit(page);
});

test("in the light theme on a desktop too", async () => {
  const page = await marketplace.visitor({ ...SCREENS.desktop, reducedMotion: "reduce" });
  await page.context().addCookies([{ name: COOKIES.theme, value: "light", url: marketplace.origin() }]);
  await page.goto("/user/juno.falk");
  await picture(page, "profile-light-1440");
  await page.getByRole("link", { name: THIRD }).click();
  await page.getByRole("button", { name: `View ${THIRD}` }).click();
  await page.getByRole("button", { name: `Next: ${SECOND}` }).waitFor();
  await picture(page, "lightbox-light-1440");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await shown(page, THIRD).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: `Share ${THIRD}` }).click();
  await page.getByRole("dialog", { name: `Share ${THIRD}` }).waitFor();
  await picture(page, "share-light-1440");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await picture(page, "artwork-light-1440");
});

/** Larger than the largest preview, and rotated by 90° in the file. */
const LARGE = { title: "Kestrel, every feather", width: 3200, height: 2400 };

const aLargeFile = async () =>
  sharp(await createPicture({ width: LARGE.height, height: LARGE.width }))
    .withExif({ IFD0: { Orientation: "6" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Records requests for an original, which `answers` may refuse. */
async function countOriginals(page: Page, answers: { isDown: boolean }) {
  const asked: string[] = [];
  await page.route(/\/originals\//, async (route) => {
    asked.push(route.request().url());
    await (answers.isDown ? route.abort() : route.continue());
  });
  return asked;
}

async function openLarge(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole("button", { name: `View ${LARGE.title}` }).click();
  await shown(page, LARGE.title).waitFor();
}

const naturalWidth = (page: Page) =>
  shown(page, LARGE.title)
    .getByRole("img", { name: LARGE.title })
    .evaluate((image: HTMLImageElement) => image.naturalWidth);

const getBox = (page: Page) => shown(page, LARGE.title).getByRole("img", { name: LARGE.title }).boundingBox();

test("those who may download the original see its pixels once needed, everyone else the largest preview's", async () => {
  const artist = await marketplace.visitor({ ...SCREENS.desktop, reducedMotion: "reduce" });
  await logIn(artist, juno);
  await publish(artist, LARGE.title, { file: await aLargeFile() });
  const path = new URL(artist.url()).pathname;
  const answers = { isDown: true };
  const asked = await countOriginals(artist, answers);

  await openLarge(artist, path);
  await artist.keyboard.press("+");
  await artist.keyboard.press("+");
  expect(asked).toEqual([]);
  await artist.keyboard.press("+");
  await artist.mouse.move(300, 300);
  await artist.mouse.wheel(0, -50);
  const retry = artist.getByRole("button", { name: "Try again" });
  await retry.waitFor();
  await picture(artist, "original-failed-1440");
  const before = await getBox(artist);
  expect([asked.length, await naturalWidth(artist)]).toEqual([1, 2560]);
  await artist.mouse.wheel(0, 50);
  await artist.mouse.wheel(0, -50);
  expect(asked.length).toBe(1);
  answers.isDown = false;
  await retry.click();
  await expect.poll(() => naturalWidth(artist)).toBe(LARGE.width);
  expect(await getBox(artist)).toEqual(before);
  await artist.getByText("Original, 3200 × 2400 px").waitFor();
  await picture(artist, "original-1440");
  await expectAccessible(artist);
  await artist.keyboard.press("1");
  await artist.getByRole("button", { name: "Fit to the screen, now 100%" }).waitFor();
  expect((await getBox(artist))?.width).toBeCloseTo(LARGE.width, 0);
  await artist.keyboard.press("0");
  await artist.keyboard.press("1");
  expect([asked.length, await naturalWidth(artist)]).toEqual([2, LARGE.width]);

  const page = await marketplace.visitor({ ...SCREENS.phone, reducedMotion: "reduce" });
  const theirs = await countOriginals(page, answers);
  await openLarge(page, path);
  const actual = page.getByRole("button", { name: /^Show at 100%/ });
  await actual.tap();
  await expect.poll(async () => (await getBox(page))?.width).toBeCloseTo(2560, 0);
  expect([theirs, await naturalWidth(page)]).toEqual([[], 2560]);
  await page.keyboard.press("Escape");

  await marketplace.member(fan);
  await logIn(page, fan);
  await page.goto(path);
  await page.getByRole("button", { name: "Get for free" }).tap();
  await page.getByRole("button", { name: "Get license" }).tap();
  await page.getByRole("dialog", { name: "The license is yours" }).waitFor();
  await openLarge(page, path);
  await actual.tap();
  await expect.poll(() => naturalWidth(page)).toBe(LARGE.width);
  await expect.poll(async () => (await getBox(page))?.width).toBeCloseTo(LARGE.width, 0);
  await picture(page, "original-390");
  await expectAccessible(page);
});
