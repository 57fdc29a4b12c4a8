import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { addTax, computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { formatCents, formatTotal } from "#test/support/sale-amounts.ts";
import { ok, toId } from "../artwork/given.ts";
import { aPurchase } from "../orders/given.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { anIntent, changeAddress, changeLicense, fakeBank, openCheckout, openCodeField, payButton } from "./given.ts";

const TAX = "POST /api/tax";
const INTENTS = `POST /api/users/${aUser().id}/intents`;
const buildTaxedAmounts = (tax: number, price = 4000) => toBreakdown(addTax(computeFees(price), tax));
const total = (tax: number, price = 4000) => formatCents(buildTaxedAmounts(tax, price).orderSpent);

const payment = () => within(screen.getByRole("region", { name: "Payment" }));

function openTaxed() {
  const bank = fakeBank();
  const opened = openCheckout(undefined, undefined, { tax: true });
  opened.network.on(TAX, ok(buildTaxedAmounts(931)));
  return { bank, ...opened };
}

describe("if the platform charges tax", () => {
  test("the total is shown before tax, and Pay is disabled, until the billing address is complete", async () => {
    const { user, network, bank } = openTaxed();
    await changeAddress(user);
    await user.clear(screen.getByLabelText("City"));
    expect(await screen.findByText("Tax is added once your billing address is complete.")).toBeTruthy();
    expect(payment().getByText("Total before tax").parentElement?.textContent).toBe(
      `Total before tax${formatTotal(4000)}`,
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true);
    await user.type(screen.getByLabelText("City"), "Ede");
    const pay = await payButton(total(931));
    expect(payment().getByText("Tax").parentElement?.textContent).toBe("Tax$9.31");
    expect(payment().getByRole("status").textContent).toBe(`To pay: ${total(931)}`);
    expect(network.to(TAX).at(-1)?.body).toEqual({
      artworkId: toId(1),
      licenseType: "personal",
      billing: { billingAddress: "Kade 4", billingZip: "1011 AB", billingCity: "Ede", billingCountry: "NL" },
    });
    await bank.fillCard();
    await waitFor(() => expect((pay as HTMLButtonElement).disabled).toBe(false));
    expect(bank.amounts()).toContain(buildTaxedAmounts(931).orderSpent);
  });

  test("a code that is used up when the tax is calculated is dropped, and the tax is calculated without it", async () => {
    const { user, network } = openTaxed();
    await changeAddress(user);
    await payButton(total(931));
    const amounts = [{ licenseType: "personal", ...toBreakdown(computeFees(4000, 400)) }];
    network.on("POST /api/discounts", ok({ discountId: toId(9001), percent: 10, amounts }));
    network.on(TAX, ({ body }) =>
      "discountId" in Object(body) ? failure("discount_invalid") : ok(buildTaxedAmounts(931)),
    );
    await user.type(await openCodeField(user), "SPRING-10");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(MESSAGES.discountInvalid);
    await payButton(total(931));
    expect(network.to(TAX).at(-1)?.body).not.toHaveProperty("discountId");
  });

  test("another license has another tax, and the payment starts only for the total that is shown", async () => {
    const { user, network, bank } = openTaxed();
    await changeAddress(user);
    await payButton(total(931));
    network.on(TAX, ok(buildTaxedAmounts(5562, 25_000)));
    await changeLicense(user, (name) => name.startsWith(`Commercial license, ${formatTotal(25_000)} + tax`));
    await payButton(total(5562, 25_000));
    const { orderSpent } = buildTaxedAmounts(5562, 25_000);
    network.on(INTENTS, ok({ ...anIntent(), breakdown: buildTaxedAmounts(5562, 25_000) }, 201));
    network.on("POST /api/orders", ok({ ...aPurchase(), orderSpent, tax: 5562 }, 201));
    network.on(`GET /api/orders/${toId(6001)}`, ok({ ...aPurchase(), orderSpent, tax: 5562 }));
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton(total(5562, 25_000)));
    await waitFor(() => expect(bank.confirmed()).toHaveLength(1));
    const paid = await screen.findByText("You paid");
    expect(paid.closest("dl")?.textContent).toContain(`Tax$55.62You paid${total(5562, 25_000)}`);
  });

  test("a tax that has changed since is shown before anybody pays it", async () => {
    const { user, network, bank } = openTaxed();
    await changeAddress(user);
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    const pay = await payButton(total(931));
    network.on(INTENTS, ok({ ...anIntent(), breakdown: buildTaxedAmounts(976) }, 201));
    network.on(`DELETE /api/users/${aUser().id}/intents/${anIntent().orderIntent}`, { status: 204, body: undefined });
    network.on(TAX, ok(buildTaxedAmounts(976)));
    await user.click(pay);
    await payButton(total(976));
    expect(
      screen.getByText(`nothing was charged. It was ${total(931)}, now it is ${total(976)}`, { exact: false }),
    ).toBeTruthy();
    expect(bank.confirmed()).toEqual([]);
  });

  test("an address that can't be located shows an error at the postal code", async () => {
    const { user, network } = openTaxed();
    network.on(TAX, failure("tax_location_invalid"));
    await changeAddress(user);
    await user.selectOptions(screen.getByLabelText("Billing country"), "US");
    expect(await screen.findAllByText(MESSAGES.taxLocationInvalid)).not.toEqual([]);
    expect(screen.getByLabelText("Postal code").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pay" }).disabled).toBe(true);
  });

  test("a tax that can't be calculated can be retried", async () => {
    const { user, network } = openTaxed();
    network.on(TAX, failure("tax_unavailable"));
    await changeAddress(user);
    expect(await screen.findByText(MESSAGES.taxUnavailable)).toBeTruthy();
    network.on(TAX, ok(buildTaxedAmounts(931)));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await payButton(total(931));
    expect(screen.queryByText(MESSAGES.taxUnavailable)).toBeNull();
  });
});

test("a platform that charges no tax requests none", async () => {
  fakeBank();
  const { user, network } = openCheckout();
  await changeAddress(user);
  await payButton(formatTotal(4000));
  expect(network.to(TAX)).toEqual([]);
  expect(payment().queryByText("Tax")).toBeNull();
});
