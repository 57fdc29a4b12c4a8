import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { COOKIES } from "#shared/cookies.ts";
import { pages } from "#shared/pages.ts";
import { expectToFitWithLargeText, findViolationsInBothThemes } from "./accessible.ts";
import { logIn } from "./account-steps.ts";
import { publish } from "./artwork-steps.ts";
import { openMarketplace, type Person, SCREENS } from "./marketplace.ts";
import { becomeSeller, publish as offer } from "./shop-steps.ts";

const TITLE = "Lagoon in May";

const iris: Person = {
  userName: "Iris Hahn",
  userUsername: "iris.hahn",
  userEmail: "iris@ochre.test",
  password: "a window to the sea",
};

const BRIEFLY = { timeout: 2_000 } as const;

const marketplace = openMarketplace();
const calm = { ...SCREENS.desktop, reducedMotion: "reduce" } as const;

const noor: Person = { ...iris, userName: "Noor Said", userUsername: "noor.said", userEmail: "noor@ochre.test" };

let visitor: Page;
let artist: Page;
let buyer: Page;
let artworkId: string;
let announcement: string;
let checkout: string;
let orderId: string;

const getId = (path: string | null) => path?.split("/").at(-1) ?? "";

async function getFreeLicense(page: Page) {
  await page.goto(`/artwork/${artworkId}`);
  await page.getByRole("button", { name: "Get for free" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Mine/ }).check();
  await dialog.getByRole("button", { name: "Get license" }).click();
  return getId(await dialog.getByRole("link", { name: "Order" }).getAttribute("href"));
}

beforeAll(async () => {
  await Promise.all([iris, noor].map((person) => marketplace.member(person)));
  visitor = await marketplace.visitor(calm);
  artist = await marketplace.visitor(calm);
  buyer = await marketplace.visitor(calm);
  await Promise.all([logIn(artist, iris), logIn(buyer, noor)]);
  await publish(artist, TITLE, { tags: ["lagoon-in-may", "water"], medium: "Painting" });
  artworkId = getId(new URL(artist.url()).pathname);
  await artist.goto("/announcement/add");
  await artist.getByLabel("Title").fill("Lagoons, a series");
  await artist.getByLabel("Text", { exact: true }).fill("Twelve pictures of one lagoon.");
  await artist.getByRole("checkbox", { name: TITLE }).check();
  await artist.getByRole("button", { name: "Send now" }).click();
  await artist.getByRole("heading", { name: "Lagoons, a series", level: 1 }).waitFor();
  announcement = new URL(artist.url()).pathname;
  orderId = await getFreeLicense(buyer);
  await becomeSeller(artist);
  checkout = (await offer(artist, "Lagoon at night", "priced")).replace("artwork", "checkout");
});

/** A screen's path with the test's parameters. */
const buildAddress = (path: string) =>
  path
    // A free artwork's checkout redirects, so use a priced one.
    .replace("/checkout/:id", checkout)
    .replace("/announcement/:id", announcement)
    .replace("/tag/:id", "/tag/lagoon-in-may")
    .replace("/user/:id", `/user/${iris.userUsername}`)
    .replace("/orders/:id", `/orders/${orderId}`)
    .replace(":userId", artworkId)
    .replace(":tokenId", "spent")
    .replace("/verify_token/:id", "/verify_token/spent")
    .replace(":id", artworkId);

/** Opens a screen and waits for its content. */
async function open(page: Page, path: string) {
  await page.goto(buildAddress(path));
  await page.getByRole("main").getByRole("heading").first().waitFor();
}

describe("both themes are accessible, and text of twice the size fits a phone", () => {
  test.each(pages)("on $path", async ({ path, access }) => {
    const member = /^\/(orders|gallery|checkout)/.test(path) ? buyer : artist;
    const page = access === "protected" ? member : visitor;
    await open(page, path);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await expectToFitWithLargeText(page, SCREENS.phone.viewport);
  });

  test("in open menus, dialogs and suggestions", async () => {
    await open(buyer, "/artwork/:id");
    for (const [button, role] of [
      ["Profile menu", "menu"],
      ["Notifications", "dialog"],
    ] as const) {
      await buyer.getByRole("button", { name: button }).click();
      await buyer.getByRole(role).waitFor();
      expect({ at: button, found: await findViolationsInBothThemes(buyer) }).toEqual({ at: button, found: [] });
      await buyer.keyboard.press("Escape");
    }
    await buyer.getByRole("contentinfo").getByRole("button", { name: "Ask us" }).click();
    await buyer.getByRole("dialog", { name: "Ask us" }).waitFor();
    expect({ at: "Ask us", found: await findViolationsInBothThemes(buyer) }).toEqual({ at: "Ask us", found: [] });

    await open(visitor, "/artwork/:id");
    await visitor.getByRole("button", { name: "Report this artwork" }).click();
    await visitor.getByRole("dialog").waitFor();
    expect({ at: "Report", found: await findViolationsInBothThemes(visitor) }).toEqual({ at: "Report", found: [] });
    await visitor.keyboard.press("Escape");
    await visitor.getByRole("dialog").waitFor({ state: "hidden" });
    // The dialog restores the focus asynchronously.
    await expect
      .poll(() => visitor.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Report this artwork");
    await visitor.getByRole("searchbox").or(visitor.getByRole("combobox")).first().fill("Lag");
    await visitor.getByRole("option").first().waitFor();
    expect({ at: "suggestions", found: await findViolationsInBothThemes(visitor) }).toEqual({
      at: "suggestions",
      found: [],
    });
  });
});

test("a picture that is a button shows that it has the focus", async () => {
  await open(visitor, "/artwork/:id");
  const opener = visitor.getByRole("button", { name: `View ${TITLE}` });
  await opener.evaluate((button) => button.querySelector("img")?.decode());
  const before = await opener.screenshot();
  await visitor.keyboard.press("Tab");
  await opener.focus();
  expect((await opener.screenshot()).equals(before)).toBe(false);
});

describe("the theme", () => {
  test("is chosen in the header, seen before the first paint of the next page, and chosen back in the footer", async () => {
    const page = await marketplace.visitor(calm);
    await page.goto("/about");
    const otherTab = await page.context().newPage();
    await otherTab.goto("/about");
    const getBackground = (tab: Page) => tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const ground = () => getBackground(page);
    const dark = await ground();
    const turnFrom = async (before: string, place: "banner" | "contentinfo", name: string) => {
      // A click before hydration switches the theme later, which renames the button.
      if ((await ground()) === before) await page.getByRole(place).getByRole("button", { name }).click(BRIEFLY);
      return ground();
    };
    await expect.poll(() => turnFrom(dark, "banner", "Light theme")).not.toBe(dark);
    const light = await ground();
    await expect.poll(() => getBackground(otherTab)).toBe(light);

    // Blocks the site's scripts.
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/faq", { waitUntil: "domcontentloaded" });
    expect(await ground()).toBe(light);
    await page.unroute("**/assets/*.js");

    await page.goto("/faq");
    await expect.poll(() => turnFrom(light, "contentinfo", "Dark theme")).toBe(dark);
  });
});

test("the cookie notice shifts no layout, is accepted by keyboard and never covers the focused element", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.context().clearCookies({ name: COOKIES.consent });
  await page.goto("/about");
  const banner = page.getByRole("region", { name: "Cookies" });
  const heading = page.getByRole("heading", { level: 1 });
  await Promise.all([banner.waitFor(), heading.waitFor()]);
  expect({ at: "cookies", found: await findViolationsInBothThemes(page) }).toEqual({ at: "cookies", found: [] });
  const before = await heading.boundingBox();

  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).focus();
  const [link, notice] = [await page.locator(":focus").boundingBox(), await banner.boundingBox()];
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);

  await page.evaluate(() => window.scrollTo(0, 0));
  await banner.getByRole("button", { name: "Accept" }).focus();
  await page.keyboard.press("Enter");
  await banner.waitFor({ state: "hidden" });
  expect(await heading.boundingBox()).toEqual(before);
  await page.reload();
  await heading.waitFor();
  expect(await banner.count()).toBe(0);
});
