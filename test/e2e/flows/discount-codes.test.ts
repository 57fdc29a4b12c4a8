import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatSale, formatTotal } from "#test/support/sale-amounts.ts";
import { expectAccessible } from "../accessible.ts";
import { buildPerson, logIn, submitLogin } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { picture } from "../screenshots.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();
const dora = buildPerson("Dora Dealer", "dora.dealer");

let artwork: string;

beforeAll(async () => {
  await marketplace.member(dora);
  const artist = await marketplace.visitor();
  await logIn(artist, dora);
  await becomeSeller(artist);
  artwork = await publish(artist, "Kites over sand", "priced");
});

const codeNamed = (page: Page, code: string) =>
  page.getByRole("list", { name: "Your codes" }).getByRole("listitem").filter({ hasText: code });

test.each(FLOW_SCREENS)(
  "on a %s a seller's code is shared as a link, lowers the price and is counted",
  async (device, screen) => {
    const code = `kites-${device}`;
    const artist = await marketplace.visitor(screen);
    await logIn(artist, dora);
    await artist.getByRole("button", { name: "Profile menu" }).click();
    await artist.getByRole("menuitem", { name: "Discount codes" }).click();
    await artist
      .getByText("You have no codes yet.")
      .or(artist.getByRole("list", { name: "Your codes" }))
      .first()
      .waitFor();
    await picture(artist, `codes-empty-${device}`);
    await artist.getByLabel("Code", { exact: true }).fill(code);
    await artist.getByLabel("Percent off").fill("20");
    await artist.getByLabel("Total uses").fill("10");
    await artist.getByRole("radio", { name: "Chosen artwork" }).check();
    await artist.getByRole("checkbox", { name: "Kites over sand" }).check();
    await picture(artist, `codes-form-${device}`);
    await expectAccessible(artist);
    await artist.getByRole("radio", { name: "All my artwork" }).check();
    await artist.getByRole("button", { name: "Create code" }).click();
    const made = codeNamed(artist, code);
    await made.getByText("0 of 10 uses").waitFor();
    await picture(artist, `codes-list-${device}`);
    const link = await made.getByRole("code").innerText();

    const buyer = buildPerson("Bea Bargain", `bea.bargain.${device}`);
    await marketplace.member(buyer);
    const page = await marketplace.visitor(screen);
    await page.goto(link);
    await page.getByText(`20% off with the code ${code}`).waitFor();
    const card = page.getByRole("article").filter({ hasText: "Kites over sand" }).first();
    await card.getByText(`was ${formatTotal(4000)} now ${formatTotal(3200)}`).waitFor();
    await picture(page, `artist-${device}`);
    await page.getByRole("link", { name: "Kites over sand" }).first().click();
    await page.getByRole("heading", { name: "Kites over sand", level: 1 }).waitFor();
    await page.getByText(`20% off with the code ${code}`).waitFor();
    await page
      .getByRole("radio", { name: `Personal license was ${formatTotal(4000)} now ${formatTotal(3200)}` })
      .waitFor();
    await picture(page, `artwork-${device}`);
    await page.getByRole("link", { name: "Buy personal license" }).click();
    await submitLogin(page, buyer.userUsername, buyer.password);

    await page.getByText("20% off the license").waitFor();
    const payment = page.getByRole("region", { name: "Payment" });
    expect(await payment.getByRole("term").allInnerTexts()).toEqual([
      "List price",
      "Artist's discount",
      "Service fee",
      "Total",
    ]);
    await fillInBilling(page);
    await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
    await typeCard(page, CARDS.good);
    await picture(page, `checkout-${device}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: `Pay ${formatTotal(3200)}` }).click();
    await page.waitForURL("**/orders/*");
    await page.getByText("Artist's discount").waitFor();
    await picture(page, `order-${device}`);

    await artist.reload();
    await codeNamed(artist, code).getByText("1 of 10 uses").waitFor();
    await artist.goto(new URL(page.url()).pathname);
    await artist.getByText("Your discount").waitFor();
    await artist.getByText(formatSale(3200).earned).first().waitFor();
    await picture(artist, `sale-${device}`);

    await artist.goto("/discount_codes");
    await codeNamed(artist, code)
      .getByRole("button", { name: `End code ${code}` })
      .click();
    await artist.getByRole("button", { name: "End code", exact: true }).click();
    await codeNamed(artist, code).getByText("Ended").waitFor();
    await picture(artist, `codes-ended-${device}`);
    await page.goto(`${artwork}?code=${code}`);
    await page.getByText(`The discount code ${code} has ended.`).waitFor();
    await page.goto(`${artwork.replace("artwork", "checkout")}?type=commercial&code=${code}`);
    await page.getByText("This discount code can't be used here").waitFor();
    await picture(page, `refused-${device}`);
    await page.getByRole("button", { name: `Pay ${formatTotal(25_000)}` }).waitFor();
  },
);
