import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { openMarketplace, SCREENS } from "../marketplace.ts";
import { picture } from "../screenshots.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();

const TITLES = ["Slack water", "Spring tide"] as const;
const TERMS = "Cover of one issue, 5,000 copies.";

let artist: Page;
let buyer: Page;
/** Path of the first work. */
let work: string;

beforeAll(async () => {
  [artist, buyer] = await Promise.all([marketplace.visitor(), marketplace.visitor(SCREENS.phone)]);
  await Promise.all([
    marketplace.member(buildPerson("Tove Tide", "tove.tide")).then((person) => logIn(artist, person)),
    marketplace.member(buildPerson("Dina Director", "dina.director")).then((person) => logIn(buyer, person)),
  ]);
  await becomeSeller(artist);
  await publish(artist, TITLES[1], "priced");
  work = await publish(artist, TITLES[0], "priced");
});

/** Expects no violations in either theme and no overflow. */
async function expectSound(page: Page, name: string) {
  await picture(page, name);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await expectToFit(page);
}

const getMessages = (page: Page) => page.getByRole("list", { name: "Messages" });

async function makeOffer(fill: (dialog: ReturnType<Page["getByRole"]>) => Promise<unknown>) {
  await artist.getByRole("button", { name: "Make an offer" }).click();
  const dialog = artist.getByRole("dialog", { name: "Make an offer" });
  await fill(dialog);
  await dialog.getByRole("button", { name: "Send offer" }).dblclick();
  await dialog.waitFor({ state: "hidden" });
}

test("asks for a price on a work's page, and what is typed survives a reload", async () => {
  await buyer.goto(work);
  const ask = async () => {
    await buyer.getByRole("button", { name: "Ask for a price" }).click();
    return buyer.getByRole("dialog", { name: "Ask for a price" });
  };
  const first = await ask();
  await first.getByLabel("What is it for?").fill("Magazine cover");
  await first.getByLabel("Budget").fill("600");
  await buyer.reload();
  const dialog = await ask();
  await expect.poll(() => dialog.getByLabel("What is it for?").inputValue()).toBe("Magazine cover");
  await expectSound(buyer, "request");
  await dialog.getByRole("button", { name: "Send" }).dblclick();
  await buyer.getByRole("button", { name: "Open conversation" }).click();
  await getMessages(buyer).getByText("Budget: $600").waitFor();
  expect(await getMessages(buyer).getByText("Price request").count()).toBe(1);
});

test("two works are offered exclusively, and pressing Send twice makes one offer", async () => {
  await artist.goto("/messages");
  await artist.getByRole("list", { name: "Conversations" }).getByRole("link").first().click();
  await makeOffer(async (dialog) => {
    await dialog.getByLabel("Price").fill("9");
    await dialog.getByRole("button", { name: "Send offer" }).click();
    await dialog.getByText(MESSAGES.offerPriceRange).waitFor();
    await dialog.getByText("Add works").click();
    await dialog.getByRole("checkbox", { name: TITLES[1] }).check();
    await dialog.getByLabel("Price").first().fill("300");
    await dialog.getByLabel("Price").last().fill("200");
    await dialog.getByLabel("Terms in your own words").fill(TERMS);
    await dialog.getByRole("checkbox", { name: "Exclusive" }).check();
    await expectSound(artist, "offer");
  });
  // The buyer's open conversation shows it at once.
  await buyer.getByText("An offer for you").waitFor();
  await getMessages(artist).getByText("Your offer").waitFor();
  expect(await getMessages(artist).getByText("Your offer").count()).toBe(1);
  await expectSound(buyer, "offered");
});

test("an offer withdrawn while its checkout is open can't be paid, which the page says", async () => {
  await makeOffer((dialog) => dialog.getByLabel("Price").fill("40"));
  await buyer.getByText("An offer for you").nth(1).waitFor();
  await buyer.getByRole("link", { name: `Buy for ${formatTotal(4_000)}` }).click();
  await buyer.getByRole("form", { name: "Checkout" }).waitFor();
  await fillInBilling(buyer);
  await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await typeCard(buyer, CARDS.good);
  await artist.getByRole("button", { name: "Withdraw…" }).last().click();
  await artist.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await artist.getByText("Withdrawn").waitFor();
  await buyer.getByRole("button", { name: /^Pay/ }).click();
  await buyer.getByRole("heading", { name: MESSAGES.offerEnded }).waitFor();
  await expectSound(buyer, "withdrawn");
  await buyer.getByRole("link", { name: "Back to the conversation" }).click();
  await getMessages(buyer).getByText("Withdrawn").waitFor();
});

test("the other is paid once, sells each work with its certificate, and takes them off the market", async () => {
  const total = formatTotal(50_000);
  await buyer.getByRole("link", { name: `Buy for ${total}` }).click();
  await buyer.getByText(TERMS).waitFor();
  await fillInBilling(buyer);
  await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await typeCard(buyer, CARDS.good);
  await buyer.getByRole("button", { name: `Pay ${total}` }).dblclick();
  await buyer.waitForURL("**/orders/*");
  await buyer.getByText(/^Thank you/).waitFor();
  await expectSound(buyer, "order");
  await artist.getByText("Bought").waitFor();

  await buyer.getByRole("link", { name: "Verify" }).last().click();
  await buyer.getByRole("heading", { name: "Valid license" }).waitFor();
  await buyer.getByText("Commercial license, for a person, exclusive").waitFor();
  await expectSound(buyer, "verified");

  const stranger = await marketplace.visitor(SCREENS.phone);
  await stranger.goto(work);
  await stranger.getByText(/^Sold exclusively/).waitFor();
  await expectSound(stranger, "sold");
});
