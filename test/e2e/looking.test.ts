import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { COOKIES } from "#shared/limits.ts";
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

const marketplace = openMarketplace();

/** A folder for pictures of the screens, where someone wants to look at them. */
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

const shown = (page: Page, title: string) => page.getByRole("dialog", { name: `${title} by juno.falk` });

const widthOf = async (page: Page, title: string) =>
  (await shown(page, title).getByRole("img", { name: title }).boundingBox())?.width ?? 0;

test("with the keyboard alone one goes from card to card, looks closely and comes back to where one was", async () => {
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

  const fitting = await widthOf(page, SECOND);
  await page.keyboard.press("+");
  await expect.poll(() => widthOf(page, SECOND)).toBeCloseTo(fitting * 1.5, 0);
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => widthOf(page, SECOND)).toBeGreaterThan(fitting * 1.6);
  await picture(page, "lightbox-zoomed-1440");
  const leftOf = () =>
    shown(page, SECOND)
      .getByRole("img", { name: SECOND })
      .evaluate((image) => image.getBoundingClientRect().left);
  const before = await leftOf();
  await page.keyboard.press("ArrowRight");
  await expect.poll(leftOf).toBeLessThan(before);
  await page.keyboard.press("1");
  await page.getByRole("button", { name: "Fit to the screen, now 100 %" }).waitFor();
  await page.keyboard.press("=");
  await page.getByRole("button", { name: "Fit to the screen, now 150 %" }).waitFor();
  await page.keyboard.press("0");
  await expect.poll(() => widthOf(page, SECOND)).toBeCloseTo(fitting, 0);
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
  const fitting = await widthOf(page, SECOND);
  for (const _tap of [1, 2]) await page.touchscreen.tap(150, 420);
  await expect.poll(() => widthOf(page, SECOND)).toBeGreaterThan(2 * fitting);
  const enlarged = await widthOf(page, SECOND);
  const pinch = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: readonly number[]) =>
    touches.send("Input.dispatchTouchEvent", { type, touchPoints: xs.map((x, id) => ({ x, y: 420, id })) });
  await pinch("touchStart", 100, 200);
  for (const x of [180, 150, 120]) await pinch("touchMove", 100, x);
  await pinch("touchEnd");
  await expect.poll(() => widthOf(page, SECOND)).toBeLessThan(enlarged);
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
