import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { ok, toId } from "../artwork/given.ts";
import { aPurchase } from "../orders/given.ts";
import { aUser } from "../support/fixtures.ts";
import {
  aCheckout,
  anIntent,
  anOpenIntent,
  CHECKOUT,
  changeAddress,
  fakeBank,
  openCheckout,
  PAYMENT_SESSION,
  payButton,
} from "./given.ts";

const INTENTS = `POST /api/users/${aUser().id}/intents`;
const CARDS = `GET /api/users/${aUser().id}/payment_methods`;
const SAVED = { paymentMethodId: "pm_visa", brand: "visa", last4: "4242", expires: "2034-12" };

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.useRealTimers());

const billing = () => within(screen.getByRole("region", { name: "Billing" }));
const focused = () =>
  document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.getAttribute("name");

/** The checkout of somebody with a saved card. */
async function openWithCard() {
  const bank = fakeBank();
  const site = openCheckout();
  site.network.on(PAYMENT_SESSION, ok({ customerSession: "cuss_1" }));
  site.network.on(CARDS, ok({ items: [SAVED] }));
  site.network.on(INTENTS, ok(anIntent(), 201));
  site.network.on("POST /api/orders", ok(aPurchase(), 201));
  site.network.on(`GET /api/orders/${toId(6001)}`, ok(aPurchase()));
  await bank.chooseSaved(SAVED.paymentMethodId);
  await screen.findByText("Visa ending in 4242");
  return { ...site, bank };
}

describe("a saved address", () => {
  test("is one line, whose fields open in place with the focus, and Cancel restores it", async () => {
    fakeBank();
    const { user } = openCheckout();
    await changeAddress(user);
    expect(focused()).toBe("billingCountry");
    await user.clear(billing().getByLabelText("City"));
    await user.click(billing().getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(focused()).toBe("Change address"));
    billing().getByText("Ada Love, Kade 4, 1011 AB Amsterdam, Netherlands");
    await user.click(screen.getByRole("button", { name: "Change address" }));
    await waitFor(() => expect(focused()).toBe("billingName"));
  });

  test("is replaced by Save or Enter, which pay nothing, and stays open while a field is wrong", async () => {
    fakeBank();
    const { user, network } = openCheckout();
    await changeAddress(user);
    const city = billing().getByLabelText("City");
    await user.clear(city);
    await user.click(billing().getByRole("button", { name: "Save" }));
    await billing().findByText("Required value");
    await waitFor(() => expect(document.activeElement).toBe(city));
    await user.type(city, "Utrecht{Enter}");
    await billing().findByText("Ada Love, Kade 4, 1011 AB Utrecht, Netherlands");
    expect(network.to(INTENTS)).toEqual([]);
  });

  test("that isn't there yet begins with the account's name and e-mail address", async () => {
    fakeBank();
    openCheckout(aCheckout({ billing: null }));
    await payButton();
    const values = ["First name", "Last name", "Billing email"].map(
      (label) => screen.getByLabelText<HTMLInputElement>(label).value,
    );
    expect(values).toEqual(["Ada", "Love", aUser().email]);
    const hints = ["First name", "Last name", "Billing email", "Address", "Postal code", "City", "Billing country"].map(
      (label) => screen.getByLabelText(label).getAttribute("autocomplete"),
    );
    expect(hints).toEqual([
      "billing given-name",
      "billing family-name",
      "billing email",
      "billing street-address",
      "billing postal-code",
      "billing address-level2",
      "billing country",
    ]);
    expect(screen.queryByRole("button", { name: "Change address" })).toBeNull();
  });
});

describe("a saved card", () => {
  test("is one line and pays with the consent alone", async () => {
    const { user, bank } = await openWithCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton());
    await screen.findByText(/^Thank you/);
    expect(bank.confirmed()).toHaveLength(1);
  });

  test("that is declined opens the other ways to pay and says what to do", async () => {
    const { user, bank } = await openWithCard();
    bank.declineWith("Your card was declined.");
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton());
    await screen.findByText("Your card was declined.");
    screen.getByText("Nothing was charged. Check the details, or pay another way.");
    await user.click(screen.getByRole("button", { name: "Use Visa •••• 4242" }));
    expect(focused()).toBe("Change card");
  });
});

test("a price whose time is over says so, and one press gets the current one", async () => {
  fakeBank();
  vi.useFakeTimers({ toFake: ["Date"] });
  const intent = anOpenIntent();
  vi.setSystemTime(Date.parse(intent.expiresAt) + 1);
  const { user, network } = openCheckout(aCheckout({ intent }));
  const renew = await screen.findByRole("button", { name: "Get the current price" });
  screen.getByText(/^This price was held until/);
  network.on(CHECKOUT, ok(aCheckout({}, { personal: 5000, commercial: 25_000 })));
  await user.click(renew);
  await payButton(formatTotal(5000));
});
