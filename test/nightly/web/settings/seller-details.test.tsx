import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aSettings, form, notice, SETTINGS_PATH, settingsNetwork, toaster } from "#test/web/settings/given.ts";
import { aUser, buildSession } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";

const SELLING = `PATCH ${SETTINGS_PATH}/selling`;

function sellerNetwork(settings = aSettings()) {
  const network = settingsNetwork(settings);
  network.on("GET /config.json", { status: 200, body: { stage: "test", features: { payments: true } } });
  network.on("POST /auth/refresh_token", buildSession("first", aUser({ onboarded: true })));
  return network;
}

test("sellers enter the details of their receipts and invoices, and see them as stored", async () => {
  const network = sellerNetwork();
  network.on(SELLING, () => {
    const selling = { sellerAddress: "Way 1\nGraz", sellerVat: "ATU12345678" };
    network.on(`GET ${SETTINGS_PATH}/settings`, { status: 200, body: aSettings({ selling }) });
    return notice(MESSAGES.sellingUpdated);
  });
  const { user } = openSite("/settings/selling", network);
  const details = await form("Seller details");
  const vat = details.getByLabelText<HTMLInputElement>(/^VAT number/);
  await user.type(details.getByLabelText(/^Business address/), "Way 1{Enter}Graz");
  await user.type(vat, "12345678");
  await user.click(details.getByRole("button", { name: "Save seller details" }));
  await details.findByText(MESSAGES.vatInvalid);
  expect(network.to(SELLING)).toEqual([]);
  await user.clear(vat);
  await user.type(vat, "atu 1234-5678");
  await user.click(details.getByRole("button", { name: "Save seller details" }));
  await waitFor(() => expect(toaster()).toBe("Seller details updated"));
  expect(network.to(SELLING)[0]?.body).toEqual({ sellerAddress: "Way 1\nGraz", sellerVat: "atu 1234-5678" });
  await waitFor(() => expect(vat.value).toBe("ATU12345678"));
});

test("emptying both fields removes them", async () => {
  const network = sellerNetwork(aSettings({ selling: { sellerAddress: "Way 1", sellerVat: "ATU12345678" } }));
  network.on(SELLING, notice(MESSAGES.sellingUpdated));
  const { user } = openSite("/settings/selling", network);
  const details = await form("Seller details");
  await user.clear(details.getByLabelText(/^Business address/));
  await user.clear(details.getByLabelText(/^VAT number/));
  await user.click(details.getByRole("button", { name: "Save seller details" }));
  await waitFor(() => expect(toaster()).toBe("Seller details updated"));
  expect(network.to(SELLING)[0]?.body).toEqual({});
});

test("users who aren't sellers don't see the form", async () => {
  openSite("/settings", settingsNetwork());
  await form("Profile");
  expect(screen.queryByRole("link", { name: "Seller details" })).toBeNull();
});
