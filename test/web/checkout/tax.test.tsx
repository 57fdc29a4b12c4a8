import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { ok, toId } from "../artwork/given.ts";
import { aPurchase } from "../orders/given.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { anIntent, fakeBank, openCheckout, payButton } from "./given.ts";

const TAX = "POST /api/tax";
const INTENTS = `POST /api/users/${aUser().id}/intents`;
const taxed = (tax: number, price = 4000, fee = 435) => ({
  licensePrice: price,
  buyerFee: fee,
  discount: 0,
  orderSpent: price + fee + tax,
  tax,
});

const payment = () => within(screen.getByRole("region", { name: "Payment" }));
const country = () => screen.findByLabelText("Billing country");

function openTaxed() {
  const bank = fakeBank();
  const opened = openCheckout(undefined, undefined, { tax: true });
  opened.network.on(TAX, ok(taxed(931)));
  return { bank, ...opened };
}

describe("where the platform charges tax", () => {
  test("the total is one before tax, and nobody can pay, until the billing address is complete", async () => {
    const { user, network, bank } = openTaxed();
    await user.selectOptions(await country(), "NL");
    await user.clear(screen.getByLabelText("City"));
    expect(await screen.findByText("Tax is added once your billing address is complete.")).toBeTruthy();
    expect(payment().getByText("Total before tax").parentElement?.textContent).toBe("Total before tax$44.35");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true);
    await user.type(screen.getByLabelText("City"), "Ede");
    const pay = await payButton("$53.66");
    expect(payment().getByText("Tax").parentElement?.textContent).toBe("Tax$9.31");
    expect(payment().getByRole("status").textContent).toBe("To pay: $53.66");
    expect(network.to(TAX).at(-1)?.body).toEqual({
      artworkId: toId(1),
      licenseType: "personal",
      billing: { billingAddress: "Kade 4", billingZip: "1011 AB", billingCity: "Ede", billingCountry: "NL" },
    });
    await bank.fillCard();
    await waitFor(() => expect((pay as HTMLButtonElement).disabled).toBe(false));
    expect(bank.amounts()).toContain(5366);
  });

  test("a code that is used up when the tax is asked for is dropped, and the tax is one without it", async () => {
    const { user, network } = openTaxed();
    await user.selectOptions(await country(), "NL");
    await payButton("$53.66");
    const amounts = [{ licenseType: "personal", licensePrice: 4000, buyerFee: 435, discount: 400, orderSpent: 4035 }];
    network.on("POST /api/discounts", ok({ discountId: toId(9001), percent: 10, amounts }));
    network.on(TAX, ({ body }) => ("discountId" in Object(body) ? failure("discount_invalid") : ok(taxed(931))));
    await user.type(screen.getByLabelText(/^Discount code/), "SPRING-10");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(MESSAGES.discountInvalid);
    await payButton("$53.66");
    expect(network.to(TAX).at(-1)?.body).not.toHaveProperty("discountId");
  });

  test("another license has another tax, and the payment starts only for the total that is shown", async () => {
    const { user, network, bank } = openTaxed();
    await user.selectOptions(await country(), "NL");
    await payButton("$53.66");
    network.on(TAX, ok(taxed(5562, 25_000, 1485)));
    await user.click(screen.getByRole("radio", { name: /^Commercial license, \$264\.85 \+ tax/ }));
    await payButton("$320.47");
    network.on(INTENTS, ok({ ...anIntent(), breakdown: taxed(5562, 25_000, 1485) }, 201));
    network.on("POST /api/orders", ok({ ...aPurchase(), orderSpent: 32_047, tax: 5562 }, 201));
    network.on(`GET /api/orders/${toId(6001)}`, ok({ ...aPurchase(), orderSpent: 32_047, tax: 5562 }));
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver at once" }));
    await user.click(await payButton("$320.47"));
    await waitFor(() => expect(bank.confirmed()).toHaveLength(1));
    const paid = await screen.findByText("You paid");
    expect(paid.closest("dl")?.textContent).toContain("Tax$55.62You paid$320.47");
  });

  test("a tax that has changed since is shown before anybody pays it", async () => {
    const { user, network, bank } = openTaxed();
    await user.selectOptions(await country(), "NL");
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver at once" }));
    const pay = await payButton("$53.66");
    network.on(INTENTS, ok({ ...anIntent(), breakdown: taxed(976) }, 201));
    network.on(`DELETE /api/users/${aUser().id}/intents/${anIntent().orderIntent}`, { status: 204, body: undefined });
    network.on(TAX, ok(taxed(976)));
    await user.click(pay);
    await payButton("$54.11");
    expect(screen.getByText(/nothing was charged\. It was \$53\.66, now it is \$54\.11/)).toBeTruthy();
    expect(bank.confirmed()).toEqual([]);
  });

  test("an address that has no place says so at the postal code", async () => {
    const { user, network } = openTaxed();
    network.on(TAX, failure("tax_location_invalid"));
    await user.selectOptions(await country(), "US");
    expect(await screen.findAllByText(MESSAGES.taxLocationInvalid)).not.toEqual([]);
    expect(screen.getByLabelText("Postal code").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true);
  });

  test("what can't be calculated now can be tried again", async () => {
    const { user, network } = openTaxed();
    network.on(TAX, failure("tax_unavailable"));
    await user.selectOptions(await country(), "NL");
    expect(await screen.findByText(MESSAGES.taxUnavailable)).toBeTruthy();
    network.on(TAX, ok(taxed(931)));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await payButton("$53.66");
    expect(screen.queryByText(MESSAGES.taxUnavailable)).toBeNull();
  });
});

test("elsewhere no tax is asked for", async () => {
  fakeBank();
  const { user, network } = openCheckout();
  await user.selectOptions(await country(), "NL");
  await payButton("$44.35");
  expect(network.to(TAX)).toEqual([]);
  expect(payment().queryByText("Tax")).toBeNull();
});
