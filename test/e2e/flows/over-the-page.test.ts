import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectAccessible, expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person, SCREENS } from "../marketplace.ts";
import { becomeSeller, publish } from "../shop-steps.ts";

const marketplace = openMarketplace();

let free: string;
let priced: string;

beforeAll(async () => {
  const petra = await marketplace.member(buildPerson("Petra Painter", "petra.painter"));
  const artist = await marketplace.visitor();
  await logIn(artist, petra);
  free = await publish(artist, "Gulls over slate", "free");
  await becomeSeller(artist);
  priced = await publish(artist, "Slate at rest", "priced");
  await artist.context().close();
});

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function logInOver(page: Page, name: string, { userUsername, password }: Person) {
  const form = dialog(page, name);
  await form.getByLabel("Username or email").fill(userUsername);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Log in" }).click();
  await form.waitFor({ state: "detached" });
}

const isInView = (page: Page, name: string) =>
  page.getByRole("link", { name }).evaluate((link) => {
    const { top, bottom } = link.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

test.each(FLOW_SCREENS)(
  "on a %s a visitor favors, comments, and buys without leaving the page",
  async (device, screen) => {
    const visitor = await marketplace.visitor(screen);
    const person = await marketplace.member(buildPerson("Vera Visitor", `vera.visitor.${device}`));

    await visitor.goto(free);
    await visitor.getByRole("button", { name: "Favorite Gulls over slate" }).click();
    await dialog(visitor, "Log in to keep your favorites").getByLabel("Username or email").waitFor();
    expect(await findViolationsInBothThemes(visitor)).toEqual([]);
    await logInOver(visitor, "Log in to keep your favorites", person);
    await visitor.locator('[aria-pressed=true][aria-label^="Favorite Gulls over slate, "]').waitFor();
    expect(new URL(visitor.url()).pathname).toBe(free);
    await visitor.context().close();

    const other = await marketplace.visitor(screen);
    await other.goto(free);
    await other.getByRole("button", { name: "Log in to comment" }).click();
    await logInOver(other, "Log in to comment", person);
    await other.getByRole("textbox", { name: "Add a comment" }).waitFor();
    await expect.poll(() => other.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("commentContent");
    await other.context().close();

    const buyer = await marketplace.visitor(screen);
    await buyer.goto(priced);
    await buyer.getByRole("radio", { name: `Commercial license ${formatTotal(25_000)}` }).check();
    expect(await isInView(buyer, "Buy commercial license")).toBe(true);
    await expectToFit(buyer);
    expect(await findViolationsInBothThemes(buyer)).toEqual([]);
    await buyer.getByRole("link", { name: "Buy commercial license" }).click();
    await logInOver(buyer, "Log in to buy a license", person);
    await buyer.waitForURL("**/checkout/*");
    const pay = buyer.getByRole("button", { name: `Pay ${formatTotal(25_000)}` });
    await pay.waitFor();
    const box = await pay.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(
      buyer.viewportSize()?.height ?? 0,
    );
    await expectToFit(buyer);
    await expectAccessible(buyer);
    await buyer.context().close();
  },
);

test("a page that requires a log-in is named on /login and linked to from /", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  const person = await marketplace.member(buildPerson("Rita Returns", "rita.returns"));
  await page.goto("/orders?tab=sales");
  await page.getByText("Log in to continue to your orders").waitFor();
  await page.keyboard.type(person.userUsername);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(`${marketplace.origin()}/`);
  // The page has a title once its script has loaded.
  await expect.poll(() => page.title()).not.toBe("");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Continue to your orders" }).click();
  await page.waitForURL("**/orders?tab=sales");
  await page.context().close();
});
