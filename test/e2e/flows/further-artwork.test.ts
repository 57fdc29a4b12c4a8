import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { logIn } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { openMarketplace, type Person, SCREENS, waitForClosedDialog } from "../marketplace.ts";

const TITLES = ["Plover one", "Plover two", "Plover three", "Plover four", "Plover five", "Plover six"] as const;
const [SHOWN] = TITLES;

const wren: Person = {
  userName: "Wren Aalto",
  userUsername: "wren.aalto",
  userEmail: "wren@ochre.test",
  password: "a shore full of stones",
};

const marketplace = openMarketplace();

beforeAll(async () => {
  await marketplace.member(wren);
  const artist = await marketplace.visitor();
  await logIn(artist, wren);
  for (const title of TITLES) await publish(artist, title);
});

test.each([
  ["phone", "light"],
  ["desktop", "dark"],
] as const)("on a %s in the %s theme a visitor continues from an artwork to others", async (screen, colorScheme) => {
  const page = await marketplace.visitor({ ...SCREENS[screen], colorScheme, reducedMotion: "reduce" });
  await page.goto("/user/wren.aalto");
  const place = () => page.evaluate(() => window.scrollY);
  await page.getByRole("link", { name: SHOWN }).scrollIntoViewIfNeeded();
  const places = [await place()];
  await page.getByRole("link", { name: SHOWN }).click();
  await page.getByRole("heading", { name: SHOWN, level: 1 }).waitFor();
  expect(await place()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const strip = page.getByRole("list", { name: "More by Wren Aalto" });
  await strip.scrollIntoViewIfNeeded();
  await page.getByRole("list", { name: "More like this" }).waitFor();
  expect(await strip.getByRole("link").allTextContents()).toEqual(TITLES.slice(1).toReversed());
  await expectAccessible(page);
  await expectToFit(page);

  const scrolled = () => strip.evaluate(({ scrollLeft }) => scrollLeft);
  if (screen === "desktop") {
    await page.getByRole("button", { name: "More by Wren Aalto: next" }).click();
    await expect.poll(scrolled).toBeGreaterThan(0);
    await page.getByRole("button", { name: "More by Wren Aalto: previous" }).click();
    await expect.poll(scrolled).toBe(0);
  }
  await strip.getByRole("link", { name: "Plover six" }).focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Plover two");
  await expect.poll(scrolled).toBeGreaterThan(0);
  places.unshift(await place());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Plover two", level: 1 }).waitFor();
  expect(await place()).toBe(0);
  await page.getByRole("button", { name: "View Plover two" }).click();
  await page.getByRole("button", { name: "Previous: Plover three" }).waitFor();
  await page.keyboard.press("Escape");
  await waitForClosedDialog(page);

  // A new document has only the tab's storage.
  await page.reload();
  await page.goBack();
  await page.getByRole("heading", { name: SHOWN, level: 1 }).waitFor();
  await expect.poll(place).toBe(places[0]);
  await page.goBack();
  await page.getByRole("heading", { name: "Wren Aalto", level: 1 }).waitFor();
  await expect.poll(place).toBe(places[1]);
  expect(places[0]).toBeGreaterThan(200);
  if (screen === "phone") expect(places[1]).toBeGreaterThan(200);

  await page.goto("/license_information");
  await page.evaluate(() => window.scrollTo(0, 150));
  await page.getByRole("link", { name: "Commercial License" }).first().click();
  await expect.poll(place).toBeGreaterThan(1000);
  await page.goBack();
  await expect.poll(place).toBe(150);
});

test("going back before a page's scripts have loaded shows the previous page", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto("/user/wren.aalto");
  await page.getByRole("link", { name: SHOWN }).click();
  const heading = page.getByRole("heading", { name: SHOWN, level: 1 });
  await heading.waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await heading.waitFor();
  await page.evaluate(() => window.history.back());
  await page.waitForURL("**/user/wren.aalto");
  release();
  await page.getByRole("heading", { name: "Wren Aalto", level: 1 }).waitFor();
});
