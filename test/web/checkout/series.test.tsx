import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok, toId } from "../artwork/given.ts";
import { aLicense, aPurchase } from "../orders/given.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { aCheckout, anIntent, fakeBank, openCheckout, payButton } from "./given.ts";

const works = [1, 2, 3].map(toId).join(",");
const buildPath = (number: number) => `/checkout/${toId(number)}?type=personal&collection=${toId(700)}&works=${works}`;

beforeEach(() => sessionStorage.clear());

test("a purchase leads to the collection's next work, for the same kind of holder, and can't be gone back to", async () => {
  const bank = fakeBank();
  const { user, network, at } = openCheckout(aCheckout(), buildPath(1));
  network.on(`POST /api/users/${aUser().id}/intents`, ok(anIntent(), 201));
  network.on("POST /api/orders", ok(aPurchase({ license: { licenseUsage: "business" } }), 201));
  network.on(`GET /api/checkout/${toId(2)}`, ok(aCheckout()));
  await screen.findByText("Work 1 of 3");
  expect(screen.getByRole("link", { name: "Skip this work" })).toBeTruthy();
  await user.click(await screen.findByRole("checkbox", { name: /^Deliver immediately/ }));
  await bank.fillCard();
  await user.click(await payButton());
  await screen.findByText("Work 2 of 3");
  expect(at.path).toBe(`/checkout/${toId(2)}`);
  expect(Object.fromEntries(new URLSearchParams(at.search))).toEqual({
    type: "personal",
    usage: "business",
    collection: toId(700),
    works,
  });
  expect(screen.getByTestId("toaster").textContent).toContain("Dusk is licensed");
});

test("a work that is licensed already, such as after a reload, leads on", async () => {
  fakeBank();
  openCheckout(aCheckout({ licenses: [aLicense()] }), buildPath(1));
  const link = await screen.findByRole("link", { name: "Next work" });
  expect(link.getAttribute("href")).toContain(`/checkout/${toId(2)}?`);
});

test("a payment that another page confirmed leads on, too", async () => {
  fakeBank();
  const { network, at } = openCheckout(
    aCheckout(),
    `${buildPath(1)}&payment_intent=${anIntent().orderIntent}&redirect_status=succeeded`,
  );
  network.on("POST /api/orders", ok(aPurchase(), 201));
  network.on(`GET /api/checkout/${toId(2)}`, failure("artwork_unavailable"));
  await waitFor(() => expect(at.path).toBe(`/checkout/${toId(2)}`));
  expect(at.search).not.toContain("payment_intent");
});

test("a URL that doesn't name the work is the checkout of that work alone", async () => {
  fakeBank();
  openCheckout(aCheckout(), `/checkout/${toId(1)}?collection=${toId(700)}&works=${toId(2)},x`);
  await screen.findByRole("form", { name: "Checkout" });
  expect(screen.queryByText(/^Work \d/)).toBeNull();
});
