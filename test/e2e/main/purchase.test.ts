import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { formatSale, formatTotal, toPayout } from "#test/support/sale-amounts.ts";
import { expectAccessible } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { openMarketplace, SCREENS } from "../marketplace.ts";
import { becomeSeller, CARDS, fillInBilling, publish, tabTo, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();

let artist: Page;
let buyer: Page;
let free: string;
let priced: string;
/** Path of the final order. */
let sold: string;

beforeAll(async () => {
  const [anna, bruno] = await Promise.all([
    marketplace.member(buildPerson("Anna Artist", "anna.artist")),
    marketplace.member(buildPerson("Bruno Buyer", "bruno.buyer")),
  ]);
  [artist, buyer] = await Promise.all([marketplace.visitor(), marketplace.visitor(SCREENS.phone)]);
  await Promise.all([logIn(artist, anna), logIn(buyer, bruno)]);
});

const payFor = (page: Page, amount: string) => page.getByRole("button", { name: `Pay ${amount}` }).click();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Personal license" });

async function openDialog(page: Page, button: "Get for free" | "Get one for a business") {
  await page.goto(free);
  // Waits for hydration, before which buttons do nothing.
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
  await page.getByRole("button", { name: button }).click();
  await dialog(page).waitFor();
}

test("a free licence is taken in a dialog, its file is downloaded and its order is listed", async () => {
  free = await publish(artist, "Two herons", "free");
  await openDialog(buyer, "Get for free");
  await expectAccessible(buyer);
  await dialog(buyer).getByRole("button", { name: "Get license" }).click();
  await buyer.getByRole("dialog", { name: "The license is yours" }).waitFor();
  const [file] = await Promise.all([
    buyer.waitForEvent("download"),
    buyer.getByRole("dialog").getByRole("button", { name: "Download Two herons" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Two herons.jpg");
  await buyer.goto("/gallery");
  await buyer.getByRole("link", { name: "Personal license, Bruno Buyer" }).click();
  await buyer.getByText("The license was free.").waitFor();
});

test("a duplicate licence is refused by the form, or by the API if the form couldn't detect it", async () => {
  await openDialog(buyer, "Get one for a business");
  await dialog(buyer).getByRole("radio", { name: /^Mine/ }).check();
  await dialog(buyer).getByText(MESSAGES.licenseAlreadyExists).waitFor();

  const other = await buyer.context().newPage();
  await openDialog(other, "Get one for a business");
  for (const page of [buyer, other]) {
    await dialog(page).getByRole("radio", { name: "A company's" }).check();
    await dialog(page).getByLabel("Company", { exact: true }).fill("Acme  Ltd");
    await dialog(page).getByRole("button", { name: "Get license" }).click();
    if (page === buyer) await buyer.getByRole("dialog", { name: "The license is yours" }).waitFor();
  }
  await dialog(other).getByText(MESSAGES.licenseCompanyExists).waitFor();
  await other.close();
});

test("an artist becomes a seller, a buyer pays after a declined card and a 3-D Secure challenge, and the sale is refunded", async () => {
  await becomeSeller(artist);
  priced = await publish(artist, "Boat at noon", "priced");

  await buyer.goto(priced);
  await buyer.getByRole("link", { name: "Buy personal license" }).click();
  await buyer.getByRole("form", { name: "Checkout" }).waitFor();
  await fillInBilling(buyer);
  await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await typeCard(buyer, CARDS.declined);
  await payFor(buyer, formatTotal(4000));
  await buyer.getByText("Your card was declined.").waitFor();
  await expectAccessible(buyer);

  await buyer.reload();
  await buyer.getByRole("form", { name: "Open payment" }).waitFor();
  await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await typeCard(buyer, CARDS.asking);
  await payFor(buyer, formatTotal(4000));
  await buyer.getByRole("button", { name: "Complete" }).click();
  await buyer.waitForURL("**/orders/*");
  await buyer.getByText("You paid").waitFor();

  await artist.goto("/orders?tab=sales");
  await artist.getByRole("link", { name: "Boat at noon" }).click();
  await artist.getByText("You earned").waitFor();
  // The seller's amount arrives by a webhook after the capture.
  await vi.waitFor(
    async () => {
      await artist.reload();
      await artist
        .getByText(`Converted to €${(toPayout(computeFees(4000)) / 100).toFixed(2)}`)
        .waitFor({ timeout: 5_000 });
    },
    { timeout: 60_000 },
  );
  await artist.getByRole("button", { name: "Refund…" }).click();
  await artist.getByRole("button", { name: "Refund order" }).click();
  await artist.getByText(/Refunded on .* went back to the buyer\./).waitFor();
  await buyer.reload();
  await buyer.getByText(/Refunded on .* came back to you\./).waitFor();
  expect(await buyer.getByRole("button", { name: /^Download (?!certificate)/ }).count()).toBe(0);
});

test("a licence is bought by keyboard alone, and supersedes the smaller one", async () => {
  const page = await buyer.context().newPage();
  await page.setViewportSize(SCREENS.desktop.viewport);
  await page.goto(priced);
  const press = (key: string) => page.keyboard.press(key);
  await page.getByRole("radio", { name: "Commercial license" }).waitFor();
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
  await tabTo(page, /^Personal license/);
  await press("ArrowDown");
  await tabTo(page, /Buy commercial license/);
  await press("Enter");
  await page.getByLabel("Card number").waitFor();
  await page.getByText("Bruno Buyer, Kade 4, 1011 AB Amsterdam, Netherlands").waitFor();
  await tabTo(page, /Card number/);
  await page.keyboard.type(`${CARDS.good}1234123`);
  await tabTo(page, /Deliver immediately/);
  await press("Space");
  await tabTo(page, new RegExp(`Pay ${formatTotal(25_000).replace("$", "\\$")}`));
  await press("Enter");
  await page.waitForURL("**/orders/*");
  await page.getByRole("heading", { name: "Commercial license" }).waitFor();
  sold = new URL(page.url()).pathname;

  await page.goto(`${priced.replace("artwork", "checkout")}?type=personal`);
  await page.getByText(MESSAGES.licenseTypeSuperseded).waitFor();
});

/** A copyable value on an order's page. */
const copied = (page: Page, label: string) =>
  page
    .getByRole("definition")
    .filter({ has: page.getByRole("button", { name: `Copy ${label}` }) })
    .getByRole("code")
    .innerText();

test("anyone can verify a licence, and sees each party's name only with that party's identifier", async () => {
  await Promise.all([buyer.goto(sold), artist.goto(sold)]);
  const [fingerprint, assignee, assignor] = await Promise.all([
    copied(buyer, "fingerprint"),
    copied(buyer, "identifier"),
    copied(artist, "identifier"),
  ]);
  const visitor = await marketplace.visitor(SCREENS.phone);
  const found = visitor.getByRole("region", { name: "Result" });

  await visitor.goto(`/verifier?fingerprint=${fingerprint}`);
  await found.getByRole("heading", { name: "Valid license" }).waitFor();
  await found.getByText("Boat at noon").waitFor();
  expect(await found.innerText()).not.toMatch(/Bruno Buyer|Anna Artist/);
  await expectAccessible(visitor);

  await visitor.getByLabel("Buyer's identifier").fill(assignee);
  await visitor.getByRole("button", { name: "Verify" }).click();
  await found.getByText("Bruno Buyer").waitFor();
  expect(await found.innerText()).not.toContain("Anna Artist");

  await visitor.getByLabel("Artist's identifier").fill(assignor);
  await visitor.getByRole("button", { name: "Verify" }).click();
  await found.getByText("Anna Artist").waitFor();
  expect(await found.innerText()).toContain("Bruno Buyer");
  await visitor.context().close();
});

test("the artist sees the net sales, by day and in total, and downloads them as a file", async () => {
  await artist.goto("/dashboard");
  const total = artist.getByRole("region", { name: "All time" });
  await total.getByText(formatSale(25_000).earned).first().waitFor();
  expect(await total.getByRole("definition").allInnerTexts()).toEqual(
    // Earned, sales, on average, fees, refunded, rating, favorites: two were free, one was refunded.
    [
      formatSale(25_000).earned,
      "4",
      formatSale(25_000).earned,
      formatSale(25_000).sellerFee,
      formatSale(4000).earned,
      "–",
      "0",
    ],
  );
  const plot = artist.getByRole("img", {
    name: new RegExp(`^Earned by day, .*: \\${formatSale(25_000).earned} in 4 orders\\.`),
  });
  await plot.locator(".recharts-bar-rectangle path").first().waitFor();

  const [file] = await Promise.all([
    artist.waitForEvent("download"),
    artist.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const rows = (await text(await file.createReadStream())).trim().split("\r\n");
  expect(rows.slice(1).map((row) => row.split(",").slice(2).join(" "))).toEqual([
    '"Boat at noon" "commercial" "completed" 212.50 37.50 0.00',
    '"Boat at noon" "personal" "refunded" 34.00 6.00 34.00',
    '"Two herons" "personal" "completed" 0.00 0.00 0.00',
    '"Two herons" "personal" "completed" 0.00 0.00 0.00',
  ]);
});
