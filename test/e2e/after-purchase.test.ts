import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectToFit, findViolationsInBothThemes } from "./accessible.ts";
import { buildPerson, logIn } from "./account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "./marketplace.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "./shop-steps.ts";

const marketplace = openMarketplace();

let artist: Page;

beforeAll(async () => {
  artist = await marketplace.visitor();
  await logIn(artist, await marketplace.member(buildPerson("Rhea Reed", "rhea.reed")));
  await becomeSeller(artist);
});

/** Expects no violations in either theme and no overflow. */
async function expectSound(page: Page) {
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await expectToFit(page);
}

/** URL of a loaded picture. */
async function shownBy(page: Page, name: RegExp | "") {
  const image = name === "" ? page.getByRole("main").locator("article img").first() : page.getByAltText(name).first();
  const read = (element: HTMLImageElement) => (element.naturalWidth > 0 ? element.currentSrc : "");
  await expect.poll(() => image.evaluate(read), { message: `the picture ${name}` }).not.toBe("");
  return new URL(await image.evaluate(read));
}

/** Licensed previews need a signed link to their private folder. */
const expectLicensed = async (page: Page, name: RegExp | "") =>
  expect.poll(async () => (await shownBy(page, name)).pathname).toContain("/licensed/");

const payFor = (page: Page, amount: string) => page.getByRole("button", { name: `Pay ${amount}` }).click();

test.each(FLOW_SCREENS)(
  "on a %s a payment is continued from the orders, its picture has no watermark, and its refund appears without a reload",
  async (device, screen) => {
    const title = `Reeds at ${device}`;
    const priced = await publish(artist, title, "priced");
    const buyer = await marketplace.visitor(screen);
    await logIn(buyer, await marketplace.member(buildPerson("Ben Bell", `ben.bell.${device}`)));

    await buyer.goto(priced.replace("artwork", "checkout"));
    await buyer.getByRole("form", { name: "Checkout" }).waitFor();
    await fillInBilling(buyer);
    await buyer.getByLabel("Billing email").fill(`office.${device}@bills.test`);
    await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
    await typeCard(buyer, CARDS.declined);
    await payFor(buyer, formatTotal(4000));
    await buyer.getByText("Your card was declined.").waitFor();

    await buyer.goto("/orders");
    await buyer.getByRole("list", { name: "Unfinished payments" }).getByText(formatTotal(4000)).waitFor();
    await expectSound(buyer);
    await buyer.getByRole("link", { name: `Continue payment for ${title}` }).click();
    await buyer.getByRole("form", { name: "Open payment" }).waitFor();
    await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
    await typeCard(buyer, CARDS.good);
    await payFor(buyer, formatTotal(4000));
    await buyer.waitForURL("**/orders/*");
    const order = new URL(buyer.url()).pathname;
    await expectLicensed(buyer, new RegExp(`^${title} by`));
    await expectSound(buyer);
    await marketplace.waitForMail(`office.${device}@bills.test`, ({ links }) =>
      links.some((link) => link.includes(order)),
    );

    await buyer.goto(`${order}/certificate`);
    await expectLicensed(buyer, new RegExp(`^${title}$`));
    await buyer.goto("/gallery");
    await expectLicensed(buyer, "");
    await expectSound(buyer);
    await buyer.goto(priced);
    await expectLicensed(buyer, new RegExp(`^${title} by`));
    await expectLicensed(artist, new RegExp(`^${title} by`));
    const stranger = await marketplace.visitor();
    await stranger.goto(priced);
    expect((await shownBy(stranger, new RegExp(`^${title} by`))).pathname).not.toContain("/licensed/");

    await buyer.goto(order);
    await buyer.getByRole("button", { name: `Download ${title}` }).waitFor();
    await artist.goto("/orders?tab=sales");
    await artist.getByRole("link", { name: title }).click();
    await artist.getByRole("button", { name: "Refund…" }).click();
    await artist.getByRole("button", { name: "Refund order" }).click();
    await artist.getByText(/Refunded on .* went back to the buyer\./).waitFor();
    await buyer.getByText(/Refunded on .* came back to you\./).waitFor();
    expect(await buyer.getByRole("button", { name: `Download ${title}` }).count()).toBe(0);
    expect((await shownBy(buyer, new RegExp(`^${title} by`))).pathname).toContain("/media/");
    await buyer.getByRole("button", { name: /^Notifications/ }).click();
    await buyer.getByRole("link", { name: `Refund of your payment for ${title}` }).waitFor();
    await expectSound(buyer);
  },
);
