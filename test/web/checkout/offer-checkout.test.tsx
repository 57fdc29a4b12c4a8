import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { OfferCheckout } from "#shared/model/offer.ts";
import type { OpenIntent } from "#shared/model/order.ts";
import { computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { aCard, ok, toId } from "../artwork/given.ts";
import { aPurchase } from "../orders/given.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { openSite } from "../support/site.tsx";
import { aCheckout, anIntent, anOpenIntent, createCheckoutNetwork, fakeBank, payButton } from "./given.ts";

const OFFER = toId(9300);
const INTENTS = `POST /api/users/${aUser().id}/intents`;
const { artworkId, versionId, artworkTitle, owner, ...picture } = aCard(1, { artworkTitle: "Dusk" });
const { billing, payee } = aCheckout();

beforeEach(() => sessionStorage.clear());

const anItem = {
  artworkId,
  versionId,
  artworkTitle,
  picture,
  licenseUsage: "personal",
  licenseType: "commercial",
  licensePrice: 4000,
};

/** The checkout of an offer of $40 to a person whose last purchase was for a company. */
const anOfferCheckout = (
  status: "open" | "withdrawn" = "open",
  intent: OpenIntent | null = null,
  further: readonly object[] = [],
) =>
  OfferCheckout.parse({
    offer: {
      offerId: OFFER,
      threadId: toId(9100),
      status,
      created: "2026-11-21T10:00:00.000Z",
      expires: "2026-12-05T10:00:00.000Z",
      own: false,
      items: [anItem, ...further],
      terms: "Cover of one issue.",
      exclusive: false,
      breakdown: toBreakdown(computeFees(4000)),
      paying: false,
      artist: owner,
      buyer: owner,
    },
    billing,
    company: "Acme Books",
    payee,
    vat: "DE123456789",
    licenses: [],
    intent,
  });

async function pay() {
  const bank = fakeBank();
  const network = createCheckoutNetwork();
  network.on(`GET /api/checkout/offers/${OFFER}`, ok(anOfferCheckout()));
  const { user } = openSite(`/checkout/offers/${OFFER}`, network);
  await screen.findByText("Cover of one issue.");
  await bank.fillCard();
  await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
  return { network, press: async () => user.click(await payButton(formatTotal(4000))) };
}

test("an offer to a person is paid though the account's last purchase was for a company", async () => {
  const { network, press } = await pay();
  network.on(INTENTS, ok(anIntent(), 201));
  network.on("POST /api/orders", ok(aPurchase(), 201));
  network.on(`GET /api/orders/${toId(6001)}`, ok(aPurchase()));
  await press();
  await screen.findByText(/^Thank you/);
  const sent = network.to(INTENTS)[0]?.body;
  expect(sent).toMatchObject({ offerId: OFFER });
  expect(sent).not.toHaveProperty("licenseCompany");
  expect(sent).not.toHaveProperty("billingVat");
});

test("an offer withdrawn meanwhile isn't paid, and the page says that it ended", async () => {
  const { network, press } = await pay();
  network.on(INTENTS, failure("offer_ended"));
  network.on(`GET /api/checkout/offers/${OFFER}`, ok(anOfferCheckout("withdrawn")));
  await press();
  await screen.findByRole("heading", { name: MESSAGES.offerEnded });
  screen.getByText("Nothing was charged.");
});

test("a payment that is continued shows what it pays for and on which terms", async () => {
  fakeBank();
  const network = createCheckoutNetwork();
  network.on(`GET /api/checkout/offers/${OFFER}`, ok(anOfferCheckout("open", anOpenIntent())));
  openSite(`/checkout/offers/${OFFER}`, network);
  const form = within(await screen.findByRole("form", { name: "Open payment" }));
  form.getByText("Dusk");
  form.getByText("Cover of one issue.");
});

test("an offer of several works is billed work by work, also when its payment is continued", async () => {
  const further = [{ ...anItem, artworkId: toId(2), artworkTitle: "Dawn", licensePrice: 2500 }];
  for (const intent of [null, anOpenIntent()]) {
    fakeBank();
    const network = createCheckoutNetwork();
    network.on(`GET /api/checkout/offers/${OFFER}`, ok(anOfferCheckout("open", intent, further)));
    const { unmount } = openSite(`/checkout/offers/${OFFER}`, network);
    const bill = within(await screen.findByRole("region", { name: "Payment" }))
      .getByText("Service fee")
      .closest("dl");
    expect(bill?.textContent).toMatch(/^Dusk\$40\.00Dawn\$25\.00Service fee/);
    unmount();
  }
});
