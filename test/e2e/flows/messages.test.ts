import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { COOKIES } from "#shared/cookies.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn, waitForToast } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { picture } from "../screenshots.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();

let artist: Page;

beforeAll(async () => {
  artist = await marketplace.visitor();
  await logIn(artist, await marketplace.member(buildPerson("Sanna Quist", "sanna.quist")));
  await becomeSeller(artist);
});

const getMessageList = (page: Page) => page.getByRole("list", { name: "Messages" });
const waitForMessage = (page: Page, text: string) => getMessageList(page).getByText(text).waitFor();

async function sendMessage(page: Page, text: string) {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await waitForMessage(page, text);
}

/** Expects no violations in either theme and no overflow. */
async function expectSound(page: Page, name: string) {
  await picture(page, name);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await expectToFit(page);
}

async function openNewest(page: Page) {
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Messages/ })
    .click();
  await page.getByRole("list", { name: "Conversations" }).getByRole("link").first().click();
  await getMessageList(page).waitFor();
}

async function buy(page: Page, path: string, device: string) {
  await page.goto(path.replace("artwork", "checkout"));
  await page.getByRole("form", { name: "Checkout" }).waitFor();
  await fillInBilling(page);
  await page.getByLabel("Billing email").fill(`quist.${device}@bills.test`);
  await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await typeCard(page, CARDS.good);
  await page.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
  await page.waitForURL("**/orders/*");
}

test.each(FLOW_SCREENS)("on a %s a visitor's question is answered live", async (device, screen) => {
  const title = `Kelp at ${device}`;
  const path = await publish(artist, title, "priced");
  const person = await marketplace.member(buildPerson("Joris Vane", `joris.vane.${device}`));
  const buyer = await marketplace.visitor(screen);
  await buyer.goto(path);

  // A visitor's text is kept through the log-in.
  await buyer.getByRole("button", { name: "Ask the artist" }).click();
  await buyer.getByLabel("Message to Sanna Quist").fill("How large is it?");
  await buyer.getByRole("button", { name: "Send", exact: true }).click();
  const login = buyer.getByRole("dialog", { name: "Log in to write to Sanna Quist" });
  await login.getByLabel("Username or email").fill(person.userUsername);
  await login.getByLabel("Password", { exact: true }).fill(person.password);
  await login.getByRole("button", { name: "Log in", exact: true }).click();
  await expect.poll(() => buyer.getByLabel("Message to Sanna Quist").inputValue()).toBe("How large is it?");
  await expectSound(buyer, `ask-${device}`);
  await buyer.getByRole("button", { name: "Send", exact: true }).click();
  await buyer.getByRole("link", { name: "Open conversation" }).click();
  await waitForMessage(buyer, "How large is it?");

  await artist.goto("/");
  await openNewest(artist);
  await waitForMessage(artist, "How large is it?");
  await sendMessage(artist, "Two metres wide.");
  await waitForMessage(buyer, "Two metres wide.");
  await sendMessage(buyer, "Then I take it.");
  await waitForMessage(artist, "Then I take it.");
  await expectSound(buyer, `thread-${device}`);
  // A message read live doesn't count as unread.
  await buyer.getByRole("button", { name: "Notifications", exact: true }).waitFor();
});

test.each(FLOW_SCREENS)(
  "on a %s a problem with an order ends in its refund, and one side blocks and reports the other",
  async (device, screen) => {
    const path = await publish(artist, `Wrack at ${device}`, "priced");
    const buyer = await marketplace.visitor(screen);
    await logIn(buyer, await marketplace.member(buildPerson("Lars Wick", `lars.wick.${device}`)));
    await buy(buyer, path, device);
    await buyer.getByRole("button", { name: "Report a problem" }).click();
    await buyer.getByLabel("What is wrong?").selectOption("The file doesn't open");
    await buyer.getByRole("radio", { name: /^Ask for a refund/ }).check();
    await buyer.getByLabel("What happened?").fill("It stays black.");
    await expectSound(buyer, `problem-${device}`);
    await buyer.getByRole("button", { name: "Send", exact: true }).click();
    await buyer.waitForURL("**/messages/*");
    await buyer.getByText("You asked for a refund. Sanna Quist decides.").waitFor();

    await artist.goto("/");
    await openNewest(artist);
    await artist.getByText("Lars Wick is asking for a refund. You decide.").waitFor();
    await artist.getByRole("button", { name: "Refund…" }).click();
    await artist.getByRole("button", { name: "Refund order" }).click();
    const proof = artist.getByRole("dialog", { name: "Confirm that it's you" });
    const refunded = artist.getByText("This order was refunded.");
    await proof.or(refunded).first().waitFor();
    if (await proof.isVisible()) {
      await proof.getByLabel("Password").fill(buildPerson("Sanna Quist", "sanna.quist").password);
      await proof.getByRole("button", { name: "Confirm" }).click();
    }
    await refunded.waitFor();
    await buyer.reload();
    await buyer.getByText("This order was refunded.").waitFor();

    await artist.getByRole("button", { name: "Report this conversation" }).first().click();
    await artist.getByLabel("What is wrong with it?").fill("Threats.");
    await artist.getByRole("button", { name: "Report", exact: true }).last().click();
    await artist.getByRole("heading", { name: "Message received" }).waitFor();
    await artist.getByRole("button", { name: "Close", exact: true }).click();
    await artist.getByRole("button", { name: "Block", exact: true }).click();
    await artist.getByRole("alertdialog").getByRole("button", { name: "Block", exact: true }).click();
    await artist.getByText("You blocked Lars Wick.").waitFor();
    await buyer.getByRole("textbox", { name: "Message" }).fill("Hello?");
    await buyer.getByRole("button", { name: "Send", exact: true }).click();
    await waitForToast(buyer, "This message can't be sent");
    await expect.poll(() => buyer.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Hello?");
    await buyer.goto("/messages");
    await buyer.getByRole("list", { name: "Conversations" }).waitFor();
    await expectSound(buyer, `inbox-${device}`);

    await artist.goto("/settings/blocked");
    await artist.getByRole("button", { name: "Unblock Lars Wick" }).click();
    await artist.getByText("You haven't blocked anyone.").waitFor();
  },
);

test("the cookie notice hides no conversation at the end of a long inbox", async () => {
  await artist.context().clearCookies({ name: COOKIES.consent });
  await artist.setViewportSize({ width: 1440, height: 500 });
  await artist.goto("/messages");
  const notice = artist.getByRole("region", { name: "Cookies" });
  const last = artist.getByRole("list", { name: "Conversations" }).getByRole("link").last();
  await Promise.all([notice.waitFor(), last.waitFor()]);
  // Only the list scrolls, not the page.
  await last.evaluate((row) => row.closest("ul")?.parentElement?.scrollTo(0, 10_000));
  const [row, box] = [await last.boundingBox(), await notice.boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
});
