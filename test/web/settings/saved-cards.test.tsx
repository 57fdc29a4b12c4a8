import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { PaymentMethod } from "#shared/model/payment-method.ts";
import { aSettings, SETTINGS_PATH, settingsNetwork, toaster } from "#test/web/settings/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";

const PATH = `${SETTINGS_PATH}/payment_methods`;

const aCard = (over: Partial<PaymentMethod> = {}): PaymentMethod => ({
  paymentMethodId: "pm_1",
  brand: "visa",
  last4: "4242",
  expires: "2099-04",
  ...over,
});

function openSettings(items: readonly PaymentMethod[], features: Record<string, boolean> = { payments: true }) {
  const network = settingsNetwork(undefined, features);
  const serve = (left: readonly PaymentMethod[]) => network.on(`GET ${PATH}`, { status: 200, body: { items: left } });
  serve(items);
  return { ...openSite("/settings/saved-cards", network), network, serve };
}

const section = async () => within(await screen.findByRole("region", { name: "Saved cards" }));

async function askToRemove(user: ReturnType<typeof openSettings>["user"], name: string) {
  await user.click(await (await section()).findByRole("button", { name: `Remove ${name}` }));
  return within(await screen.findByRole("alertdialog", { name: `Remove ${name}?` }));
}

test("saved cards show brand, last digits and expiry, if they have them", async () => {
  openSettings([
    aCard(),
    aCard({ paymentMethodId: "pm_2", brand: "amex", last4: "0005", expires: "2020-11" }),
    aCard({ paymentMethodId: "pm_3", brand: "cartes_bancaires" }),
    aCard({ paymentMethodId: "pm_4", brand: "link", last4: null, expires: null }),
  ]);
  const list = within(await (await section()).findByRole("list", { name: "Saved cards" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Visa ending in 4242Expires 04/99Remove…",
    "American Express ending in 0005Expired 11/20Remove…",
    "Cartes bancaires ending in 4242Expires 04/99Remove…",
    "LinkRemove…",
  ]);
});

test("an account without any sees how to save one", async () => {
  openSettings([]);
  await (await section()).findByText("No saved cards. You can save one the next time you buy.");
});

test("a card is removed after a confirmation, and is gone from the list", async () => {
  const { user, network, serve } = openSettings([aCard()]);
  const question = await askToRemove(user, "Visa ending in 4242");
  network.on(`DELETE ${PATH}/pm_1`, () => {
    serve([]);
    return { status: 204 };
  });
  await user.click(question.getByRole("button", { name: "Remove" }));
  await (await section()).findByText(/^No saved cards/);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("a card that couldn't be removed stays, with the reason", async () => {
  const { user, network } = openSettings([aCard()]);
  network.on(`DELETE ${PATH}/pm_1`, failure("internal"));
  const question = await askToRemove(user, "Visa ending in 4242");
  await user.click(question.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(toaster()).toContain(MESSAGES.failedRemovePaymentMethod));
  await user.click(question.getByRole("button", { name: "Cancel" }));
  await (await section()).findByText("Visa ending in 4242");
});

test("cards that couldn't be read don't affect the other settings", async () => {
  const { network } = openSettings([]);
  network.on(`GET ${PATH}`, failure("internal"));
  await waitFor(() => expect(toaster()).toContain(MESSAGES.failedFetchPaymentMethods));
  await screen.findByRole("link", { name: "Billing" });
});

test("where payments were switched off a saved card can still be removed", async () => {
  openSettings([aCard()], {});
  await (await section()).findByRole("button", { name: "Remove Visa ending in 4242" });
  const nav = within(screen.getByRole("navigation", { name: "Settings" }));
  expect(nav.getByRole("link", { name: "Saved cards" })).toBeTruthy();
});

test("where payments are off there is no such section, and none for billing", async () => {
  const network = settingsNetwork(aSettings(), {});
  openSite("/settings", network);
  const nav = within(await screen.findByRole("navigation", { name: "Settings" }));
  await waitFor(() => expect(network.to(`GET ${PATH}`)).toHaveLength(1));
  expect(nav.queryByRole("link", { name: "Saved cards" })).toBeNull();
  expect(nav.queryByRole("link", { name: "Billing" })).toBeNull();
});
