import { beforeAll, expect, test } from "vitest";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { picture } from "../screenshots.ts";
import { becomeSeller, fillInBilling, publish } from "../shop-steps.ts";

const marketplace = openMarketplace();

let checkout: string;

beforeAll(async () => {
  const wil = await marketplace.member(buildPerson("Wil Weaver", "wil.weaver"));
  const artist = await marketplace.visitor();
  await logIn(artist, wil);
  await becomeSeller(artist);
  checkout = (await publish(artist, "Woven reeds", "priced")).replace("artwork", "checkout");
});

test.each(FLOW_SCREENS)(
  "on a %s a payment is declined on its method's own page, and then made there",
  async (device, screen) => {
    const page = await marketplace.visitor(screen);
    await logIn(page, await marketplace.member(buildPerson("Pip Payer", `pip.payer.${device}`)));
    await page.goto(`${checkout}?type=personal`);
    await fillInBilling(page);
    await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
    await page.getByText("Amazon Pay").click();
    await picture(page, `checkout-${device}`);
    await page.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
    await page.getByRole("button", { name: "Decline it" }).click();

    await page.getByText("The payment wasn't completed, and nothing was charged.").waitFor();
    expect(new URL(page.url()).search).toBe("?type=personal");
    await picture(page, `declined-${device}`);
    await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
    await page.getByText("Amazon Pay").click();
    await page.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
    await page.getByRole("button", { name: "Authorize the payment" }).click();

    await page.waitForURL("**/orders/*");
    await page.getByText(/^Thank you/).waitFor();
    await page.getByRole("heading", { name: "Personal license" }).waitFor();
    await page.goBack();
    await page.goto(checkout);
    await page.getByRole("region", { name: "You hold a license" }).waitFor();
  },
);
