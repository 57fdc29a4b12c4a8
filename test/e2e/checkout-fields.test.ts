import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { computeFees } from "#shared/rules/fees.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { buildPerson, logIn } from "./account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "./marketplace.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "./shop-steps.ts";

const marketplace = openMarketplace();

let checkout: string;

beforeAll(async () => {
  const ida = await marketplace.member(buildPerson("Ida Inker", "ida.inker"));
  const artist = await marketplace.visitor();
  await logIn(artist, ida);
  await becomeSeller(artist);
  checkout = (await publish(artist, "Ink at dawn", "priced")).replace("artwork", "checkout");
});

/** The form's values by field name. */
const readFields = (page: Page) =>
  page.getByRole("form", { name: "Checkout" }).evaluate((form: HTMLFormElement) =>
    Object.fromEntries(
      Array.from(form.elements)
        .filter((one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement)
        .filter((one) => one.name !== "" && (one.type !== "radio" || (one as HTMLInputElement).checked))
        .map((one) => [one.name, one.type === "checkbox" ? String((one as HTMLInputElement).checked) : one.value]),
    ),
  );

const pay = (page: Page, amount: string) => page.getByRole("button", { name: `Pay ${amount}` });

/** Stubs the API's response to codes: only the page's reaction is tested. */
async function answerCodes(page: Page) {
  await page.route("**/api/discounts", async (route) => {
    const { discountCode } = route.request().postDataJSON() as { discountCode: string };
    if (discountCode !== "SPRING") return route.continue();
    const { buyerFee, orderSpent } = computeFees(4000, 400);
    const amounts = [{ licenseType: "personal", licensePrice: 4000, buyerFee, discount: 400, orderSpent }];
    await route.fulfill({ json: { discountId: "0198f3a1-0000-7000-8000-000000000009", percent: 10, amounts } });
  });
}

test.each(FLOW_SCREENS)(
  "on a %s every field keeps what was typed through codes, a declined card and a second step",
  async (device, screen) => {
    const page = await marketplace.visitor(screen);
    await logIn(page, await marketplace.member(buildPerson("Fay Fields", `fay.fields.${device}`)));
    await answerCodes(page);
    await page.goto(checkout);
    await page.getByRole("form", { name: "Checkout" }).waitFor();
    await page.getByRole("radio", { name: "A company's" }).check();
    await page.getByLabel("Company", { exact: true }).fill(`Fields & Daughters ${device}`);
    await page.getByLabel("Representative").fill("Fay F.");
    await page.getByLabel(/^Your reference/).fill("PO 4711");
    await fillInBilling(page);
    await page.getByLabel(/^VAT number/).fill("NL123456789B01");
    await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
    const typed = await readFields(page);
    expect(typed).toMatchObject({ licenseUsage: "business", billingCity: "Amsterdam", consent: "true" });
    expect(Object.values(typed)).not.toContain("");

    await page.getByRole("button", { name: "Add a discount code" }).click();
    const code = page.getByLabel("Discount code");
    await code.fill("NO-SUCH-CODE");
    await code.press("Enter");
    await page.getByRole("group", { name: "Discount" }).locator("[data-part=error-text]").waitFor();
    expect(await readFields(page)).toEqual(typed);

    await code.fill("SPRING");
    await code.press("Enter");
    await pay(page, formatTotal(4000, 400)).waitFor();
    expect(await readFields(page)).toEqual(typed);
    expect(await page.locator("form form").count()).toBe(0);

    await page.getByRole("button", { name: "Remove discount" }).click();
    await pay(page, formatTotal(4000)).waitFor();
    expect(await readFields(page)).toEqual(typed);

    await typeCard(page, CARDS.declined);
    await pay(page, formatTotal(4000)).click();
    await page.getByText("Your card was declined.").waitFor();
    expect(await readFields(page)).toEqual(typed);

    await typeCard(page, CARDS.asking);
    await pay(page, formatTotal(4000)).click();
    await page.getByRole("button", { name: "Fail" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: /authenticate/ })
      .waitFor();
    expect(await readFields(page)).toEqual(typed);

    await pay(page, formatTotal(4000)).click();
    await page.getByRole("button", { name: "Complete" }).click();
    await page.waitForURL("**/orders/*");
    await page.getByText(`Fields & Daughters ${device}`).first().waitFor();
  },
);
