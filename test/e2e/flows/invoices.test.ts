import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { pdfText } from "#test/support/pdf-text.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectAccessible, expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();

let artist: Page;

beforeAll(async () => {
  artist = await marketplace.visitor();
  await logIn(artist, await marketplace.member(buildPerson("Ina Ink", "ina.ink")));
  await becomeSeller(artist);
  await artist.goto("/settings/selling");
  await artist.getByLabel(/^Business address/).fill("Atelier 7\nUtrecht, Netherlands");
  await artist
    .getByRole("form", { name: "Seller details" })
    .getByLabel(/^VAT number/)
    .fill("NL 123456789 B01");
  await artist.getByRole("button", { name: "Save seller details" }).click();
  await artist.getByText("Seller details updated").waitFor();
});

async function expectSound(page: Page) {
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await expectToFit(page);
}

/** The text of the PDF that the button downloads. */
async function download(page: Page, button: RegExp) {
  const pressed = page.getByRole("button", { name: button }).first();
  const [file] = await Promise.all([page.waitForEvent("download"), pressed.click()]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}

test.each(FLOW_SCREENS)(
  "on a %s a company buys with its VAT number and reference, and gets an invoice and, after the refund, a credit note",
  async (device, screen) => {
    const title = `Ink at ${device}`;
    const priced = await publish(artist, title, "priced");
    const buyer = await marketplace.visitor(screen);
    await logIn(buyer, await marketplace.member(buildPerson("Bea Bill", `bea.bill.${device}`)));
    await buyer.goto(`${priced.replace("artwork", "checkout")}?usage=business`);
    await buyer.getByRole("form", { name: "Checkout" }).waitFor();
    await buyer.getByRole("radio", { name: /^A company/ }).check();
    await buyer.getByLabel("Company", { exact: true }).fill("Ink & Sons");
    await fillInBilling(buyer);
    await buyer.getByLabel(/^VAT number/).fill("NL12");
    await buyer.getByLabel(/^Your reference/).fill("PO 4711");
    await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
    await typeCard(buyer, CARDS.good);
    const pay = buyer.getByRole("button", { name: `Pay ${formatTotal(4000)}` });
    await pay.click();
    await buyer.getByText("Enter a VAT number with its country code, such as ATU12345678").waitFor();
    await expectAccessible(buyer);
    await expectToFit(buyer);
    await buyer.getByLabel(/^VAT number/).fill("nl 9876.54.321 b02");
    await pay.click();
    await buyer.waitForURL("**/orders/*");
    const order = new URL(buyer.url()).pathname;

    const invoice = await download(buyer, /^PDF of invoice /);
    expect(invoice.name).toMatch(/^invoice-[0-9A-F]{8}-\d+\.pdf$/);
    const text = pdfText(invoice.bytes);
    for (const words of [
      "Ina Ink",
      "Utrecht, Netherlands",
      "VAT NL123456789B01",
      "Ink & Sons",
      "Bruno Buyer",
      "VAT NL987654321B02",
      "PO 4711",
      formatTotal(4000),
    ]) {
      expect(text).toContain(words);
    }
    await expectSound(buyer);

    await artist.goto(order);
    const same = await download(artist, /^PDF of invoice /);
    expect(same.bytes.equals(invoice.bytes)).toBe(true);
    await artist.getByRole("button", { name: "Refund…" }).click();
    await artist.getByRole("button", { name: "Refund order" }).click();
    const credit = await download(artist, /^PDF of credit note /);
    expect(pdfText(credit.bytes)).toContain("Reverses invoice");
    await download(buyer, /^PDF of credit note /);

    await buyer.goto("/orders");
    const archive = await download(buyer, /^Download documents$/);
    expect(archive.name).toMatch(/^purchases-\d{4}\.zip$/);
    expect(archive.bytes.includes(invoice.name)).toBe(true);
    expect(archive.bytes.includes(invoice.bytes)).toBe(true);
    await buyer.getByText(/^2 documents from \d{4} downloaded\.$/).waitFor();
    await expectSound(buyer);
  },
);
