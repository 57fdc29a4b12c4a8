import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { picture } from "../screenshots.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();

let seller: Awaited<ReturnType<typeof marketplace.member>>;
let path: string;

beforeAll(async () => {
  const artist = await marketplace.visitor();
  seller = await marketplace.member(buildPerson("Mara Lund", "mara.lund"));
  await logIn(artist, seller);
  await becomeSeller(artist);
  path = await publish(artist, "Three moons", "priced");
});

async function prepareCheckout(buyer: Page, name: string) {
  await logIn(buyer, await marketplace.member(buildPerson("Bo Buyer", name)));
  await buyer.goto(path.replace("artwork", "checkout"));
  await buyer.getByRole("form", { name: "Checkout" }).waitFor();
  await fillInBilling(buyer);
  await buyer.getByLabel("Billing email").fill(`${name}@bills.test`);
  await buyer.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await typeCard(buyer, CARDS.good);
}

const getCard = (page: Page) => page.getByTestId("sale-card");
const countAnimations = (page: Page) =>
  getCard(page).evaluate(
    (card) => card.getAnimations({ subtree: true }).filter(({ playState }) => playState === "running").length,
  );

test.each(FLOW_SCREENS)("on a %s a sale appears live on whatever page the artist has open", async (device, screen) => {
  const artist = await marketplace.visitor(screen);
  await logIn(artist, seller);
  const dashboard = await artist.context().newPage();
  await dashboard.goto("/orders?tab=sales");
  const sold = dashboard.getByRole("link", { name: "Three moons" }).first();
  const isUnsold = dashboard.getByText("Nothing sold yet");
  await sold.or(isUnsold).waitFor();
  const isFirst = await isUnsold.isVisible();
  await artist.goto("/help");
  const buyer = await marketplace.visitor(screen);
  await prepareCheckout(buyer, `bo.sale.${device}`);

  await buyer.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
  await buyer.waitForURL("**/orders/*");
  await getCard(artist).waitFor();
  if (isFirst) expect(await countAnimations(artist)).toBeGreaterThan(1);
  await getCard(artist)
    .getByRole("heading", { name: isFirst ? "Your first sale!" : "You made a sale" })
    .waitFor();
  await getCard(artist).getByText("You earned $34.00").waitFor();
  await picture(artist, `sale ${device}`);
  expect(await findViolationsInBothThemes(artist)).toEqual([]);
  await expectToFit(artist);
  await dashboard.getByRole("main").getByRole("link", { name: "Three moons" }).first().waitFor();

  const number = await buyer.getByText(/^Order [0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent();
  await getCard(artist).getByRole("link", { name: "See the order" }).click();
  await artist.getByText(number ?? "", { exact: true }).waitFor();
  await getCard(artist).waitFor({ state: "detached" });
  await artist.getByRole("button", { name: "Notifications", exact: true }).click();
  const bell = artist.getByTestId("notification-list");
  await bell.getByRole("heading", { name: "Today" }).waitFor();
  await bell.getByText("You earned $34.00").first().waitFor();
  await picture(artist, `bell ${device}`);
  expect(await findViolationsInBothThemes(artist)).toEqual([]);
  await marketplace.waitForMail(
    seller.userEmail,
    ({ subject }) => subject === "You earned $34.00: “Three moons” was licensed",
  );
});

test("nothing moves where people asked for none", async () => {
  const person = await marketplace.member(buildPerson("Nils Lund", "nils.lund"));
  const artist = await marketplace.visitor({ reducedMotion: "reduce" });
  await logIn(artist, person);
  await becomeSeller(artist);
  path = await publish(artist, "Still moons", "priced");
  await artist.goto("/help");
  const buyer = await marketplace.visitor();
  await prepareCheckout(buyer, "bo.still");
  await buyer.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
  await getCard(artist).getByRole("heading", { name: "Your first sale!" }).waitFor();
  expect(await countAnimations(artist)).toBe(0);
});
