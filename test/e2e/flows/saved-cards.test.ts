import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace, SCREENS } from "../marketplace.ts";
import { picture } from "../screenshots.ts";
import { becomeSeller, CARDS, fillInBilling, publish, tabTo, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();

/** Paths of the checkouts of three works. */
const checkouts: string[] = [];

beforeAll(async () => {
  const sol = await marketplace.member(buildPerson("Sol Sailor", "sol.sailor"));
  const artist = await marketplace.visitor();
  await logIn(artist, sol);
  await becomeSeller(artist);
  for (const title of ["First sail", "Second sail", "Third sail"]) {
    checkouts.push((await publish(artist, title, "priced")).replace("artwork", "checkout"));
  }
});

async function open(page: Page, nth: number) {
  await page.goto(checkouts[nth] ?? "");
  await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
}

async function pay(page: Page) {
  await page.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
  await page.waitForURL("**/orders/*");
  await page.getByText(/^Thank you/).waitFor();
}

const savedCards = (page: Page) => page.getByRole("region", { name: "Saved cards" });

test.each(FLOW_SCREENS)(
  "on a %s a card is saved with a purchase, pays the next with one press, and is removed",
  async (device, screen) => {
    const person = await marketplace.member(buildPerson("Cleo Collector", `cleo.${device}`));
    const page = await marketplace.visitor(screen);
    await logIn(page, person);
    await page.goto("/settings/saved-cards");
    await savedCards(page).getByText("No saved cards.").waitFor();

    await open(page, 0);
    await fillInBilling(page);
    await typeCard(page, CARDS.good);
    await page.getByLabel("Save payment details for future purchases").check();
    await expectAccessible(page);
    await pay(page);

    await open(page, 1);
    await page.getByText("Visa ending in 4242").waitFor();
    await page.getByText("Bruno Buyer, Kade 4, 1011 AB Amsterdam, Netherlands").waitFor();
    expect(await page.getByLabel("Card number").isVisible()).toBe(false);
    await expectAccessible(page);
    await expectToFit(page);
    await picture(page, `saved-checkout-${device}`);
    await pay(page);

    await page.goto("/settings/saved-cards");
    await savedCards(page).getByText("Visa ending in 4242").waitFor();
    await savedCards(page).getByText("Expires 12/34").waitFor();
    await expectToFit(page);
    await picture(page, `saved-settings-${device}`);
    await savedCards(page).getByRole("button", { name: "Remove Visa ending in 4242" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await savedCards(page).getByText("No saved cards.").waitFor();

    await open(page, 2);
    await page.getByLabel("Card number").waitFor();
    expect(await page.getByText("Visa ending in 4242").count()).toBe(0);
  },
);

test("on a phone a second purchase fits one screen, and keys alone change the address and pay", async () => {
  const person = await marketplace.member(buildPerson("Kim Keys", "kim.keys"));
  const page = await marketplace.visitor(SCREENS.phone);
  await logIn(page, person);
  await open(page, 0);
  await fillInBilling(page);
  await typeCard(page, CARDS.good);
  await page.getByLabel("Save payment details for future purchases").check();
  await pay(page);

  await page.goto(checkouts[1] ?? "");
  await page.getByText("Visa ending in 4242").waitFor();
  const consent = page.getByText(/^I want the original right away/);
  const [text, bar] = await Promise.all([consent.boundingBox(), page.locator("[data-pay-bar]").boundingBox()]);
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

  await tabTo(page, /^Change address/);
  await page.keyboard.press("Enter");
  await tabTo(page, /Postal code/);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Long Street 1");
  await page.keyboard.press("Enter");
  await page.getByText("Bruno Buyer, Long Street 1, 1011 AB Amsterdam, Netherlands").waitFor();
  await tabTo(page, /Deliver immediately/);
  await page.keyboard.press("Space");
  await tabTo(page, /^Pay /);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/orders/*");
  await page.getByText(/^Thank you/).waitFor();
});

test("a card is also removed at checkout, and a new one that isn't saved isn't offered again", async () => {
  const person = await marketplace.member(buildPerson("Rae Remover", "rae.remover"));
  const page = await marketplace.visitor();
  await logIn(page, person);
  await open(page, 0);
  await fillInBilling(page);
  await typeCard(page, CARDS.good);
  await page.getByLabel("Save payment details for future purchases").check();
  await pay(page);

  await open(page, 1);
  await page.getByRole("button", { name: "Change card" }).click();
  await page.getByRole("button", { name: "Remove Visa •••• 4242" }).click();
  await typeCard(page, CARDS.good);
  await pay(page);
  await page.goto("/settings/saved-cards");
  await savedCards(page).getByText("No saved cards.").waitFor();
});

test("a payment that is resumed after a reload offers the saved card, and closing the account says what becomes of it", async () => {
  const person = await marketplace.member(buildPerson("Clay Closer", "clay.closer"));
  const page = await marketplace.visitor();
  await logIn(page, person);
  await open(page, 0);
  await fillInBilling(page);
  await typeCard(page, CARDS.good);
  await page.getByLabel("Save payment details for future purchases").check();
  await pay(page);

  await open(page, 1);
  await page.getByRole("button", { name: "Change card" }).click();
  await page.getByRole("radio", { name: "New payment method" }).check();
  await typeCard(page, CARDS.declined);
  await page.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
  await page.getByText("Your card was declined.").waitFor();
  await page.reload();
  await page.getByRole("form", { name: "Open payment" }).waitFor();
  await page.getByText("Visa ending in 4242").waitFor();
  await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await pay(page);

  await page.goto("/settings/deactivation");
  await page.getByText("Your saved cards are deleted at Stripe.").waitFor();
});
