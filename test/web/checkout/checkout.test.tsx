import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formatDate } from "#shared/format.ts";
import { MESSAGES } from "#shared/messages.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { formatCents, formatSale, formatTotal } from "#test/support/sale-amounts.ts";
import { ownerProof } from "#web/session/owner-proof.ts";
import { DRAFT_PREFIX } from "#web/ui/form/drafts.ts";
import { ok, toId } from "../artwork/given.ts";
import { aLicense, aPurchase } from "../orders/given.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { createHeldReply, type fakeNetwork } from "../support/network.ts";
import { asksBeforeClosing, createSiteNetwork, openSite } from "../support/site.tsx";
import {
  aCheckout,
  anIntent,
  anOpenIntent,
  CHECKOUT,
  changeAddress,
  changeLicense,
  fakeBank,
  openCheckout,
  openCodeField,
  PAYMENT_SESSION,
  payButton,
} from "./given.ts";

const INTENTS = `POST /api/users/${aUser().id}/intents`;
const PROOF_OPTIONS = `POST /api/users/${aUser().id}/second_factor/proof/options`;
const CANCEL = `DELETE /api/users/${aUser().id}/intents/${anIntent().orderIntent}`;
const ORDERS = "POST /api/orders";
const ORDER = `/orders/${toId(6001)}`;

type Network = ReturnType<typeof fakeNetwork>;
type User = ReturnType<typeof openCheckout>["user"];

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.useRealTimers());

/** Makes the API start payments and turn them into orders. */
function serve(network: Network, intent = anIntent()) {
  network.on(INTENTS, ok(intent, 201));
  network.on(ORDERS, ok(aPurchase(), 201));
  network.on(`GET /api${ORDER}`, ok(aPurchase()));
}

async function fillForm(user: User, bank: ReturnType<typeof fakeBank>, amount?: string) {
  const button = await payButton(amount);
  await bank.fillCard();
  await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
  return button;
}

describe("before paying", () => {
  test("the picture, the total and its parts are shown, and follow the chosen licence", async () => {
    const bank = fakeBank();
    const { user } = openCheckout();
    await screen.findByRole("heading", { name: "Dusk", level: 1 });
    const payment = within(screen.getByRole("region", { name: "Payment" }));
    expect(payment.getByText("License price").parentElement?.parentElement?.textContent).toBe(
      `License price$40.00Service fee${formatSale(4000).buyerFee}Total${formatTotal(4000)}`,
    );
    await changeLicense(user, /^Commercial/);
    await payButton(formatTotal(25_000));
    expect(bank.amounts()).toEqual([computeFees(4000).orderSpent, computeFees(25_000).orderSpent]);
    expect(payment.getByRole("status").textContent).toBe(`To pay: ${formatTotal(25_000)}`);
  });

  test("starts with the licence of the URL and the account's billing details", async () => {
    fakeBank();
    openCheckout(aCheckout(), `/checkout/${toId(1)}?type=commercial`);
    await payButton(formatTotal(25_000));
    const billing = within(screen.getByRole("region", { name: "Billing" }));
    billing.getByText("Ada Love, Kade 4, 1011 AB Amsterdam, Netherlands");
    billing.getByText("bills@example.org");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Mine (Ada Love)" }).checked).toBe(true);
  });

  test("nothing is sent without a card and the consent, and a missing consent shows an error", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    await changeAddress(user);
    await user.type(screen.getByLabelText("Address"), "b");
    await user.click(await payButton());
    await waitFor(() => expect(bank.submits()).toBe(1));
    expect(await screen.findByText("Required value")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton());
    await waitFor(() => expect(bank.submits()).toBe(2));
    expect(network.to(INTENTS)).toEqual([]);
  });

  test("a wallet opens only once the rest is filled in", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    await bank.fillCard();
    bank.change({ complete: true, empty: false, type: "apple_pay" });
    await changeAddress(user);
    await user.click(await payButton());
    await screen.findByText("Required value");
    expect(bank.submits()).toBe(0);
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton());
    await screen.findByText(/^Thank you/);
    expect(bank.submits()).toBe(1);
  });

  test("leaving asks first, and staying keeps what was typed", async () => {
    fakeBank();
    const { user, at } = openCheckout();
    await changeAddress(user);
    await user.type(screen.getByLabelText("Address"), "b");
    expect(asksBeforeClosing()).toBe(true);
    await user.click(screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement);
    const question = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(at.path).toBe(`/checkout/${toId(1)}`);
    expect(screen.getByLabelText<HTMLInputElement>("Address").value).toMatch(/b$/);
  });

  test("a licence that the buyer already holds is refused at once", async () => {
    fakeBank();
    openCheckout(aCheckout({ licenses: [aLicense()] }));
    await screen.findByText(MESSAGES.licenseAlreadyExists);
    await screen.findByRole("region", { name: "You hold a license" });
  });

  test("a code that wasn't applied is applied by Pay, which pays the new total at the next press", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network, anIntent(1, 4000, 400));
    const amounts = [{ licenseType: "personal", ...anIntent(1, 4000, 400).breakdown }];
    network.on("POST /api/discounts", ok({ discountId: toId(9001), percent: 10, amounts }));
    await user.type(await openCodeField(user), "SPRING-10");
    await user.click(await fillForm(user, bank));
    const pay = await payButton(formatTotal(4000, 400));
    expect(network.to(INTENTS)).toEqual([]);
    await user.click(pay);
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]?.body).toMatchObject({ discountId: toId(9001) });
  });

  /** The amounts that a seller's code leaves of a license of $40. */
  const buildReducedAmounts = (price: number) => {
    const { orderSpent, buyerFee } = computeFees(price);
    return { licenseType: "personal", licensePrice: price, buyerFee, discount: 0, orderSpent, listPrice: 4000 };
  };

  test("the code of a link is applied at once, with the reduced and the former price before the payment", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout(aCheckout(), `/checkout/${toId(1)}?code=KITES-20`);
    const amounts = [buildReducedAmounts(3200)];
    network.on("POST /api/discounts", ok({ discountId: toId(9001), percent: 20, amounts }));
    await payButton(formatTotal(3200));
    expect(network.to("POST /api/discounts")[0]?.body).toMatchObject({ discountCode: "KITES-20" });
    const payment = within(screen.getByRole("region", { name: "Payment" }));
    payment.getByText("20% off the license");
    expect(payment.getByText("List price").parentElement?.parentElement?.textContent).toBe(
      `List price$40.00Artist's discount−$8.00Service fee${formatSale(3200).buyerFee}Total${formatTotal(3200)}`,
    );
    expect(payment.queryByText(/This code takes/)).toBeNull();
    const { licenseType, ...breakdown } = buildReducedAmounts(3200);
    serve(network, { ...anIntent(1, 3200), breakdown });
    await user.click(await fillForm(user, bank, formatTotal(3200)));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]?.body).toMatchObject({ discountId: toId(9001) });
  });

  test("a seller's code that would go below the minimum price shows a message", async () => {
    fakeBank();
    const { network } = openCheckout(aCheckout(), `/checkout/${toId(1)}?code=KITES-90`);
    network.on(
      "POST /api/discounts",
      ok({ discountId: toId(9001), percent: 90, amounts: [buildReducedAmounts(1000)] }),
    );
    await screen.findByText("This code takes 90% off, but no license costs less than $10.00.");
  });

  test("a refused code of a link shows an error, takes no focus and never blocks Pay", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout(aCheckout(), `/checkout/${toId(1)}?code=KITES-20`);
    serve(network, anIntent());
    network.on("POST /api/discounts", failure("discount_invalid"));
    await screen.findByText(MESSAGES.discountInvalid);
    expect(document.activeElement).not.toBe(screen.getByLabelText(/^Discount code/));
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Thank you/);
    expect(network.to("POST /api/discounts")).toHaveLength(1);
  });

  test("an invalid code in a link isn't sent", async () => {
    fakeBank();
    const { network } = openCheckout(aCheckout(), `/checkout/${toId(1)}?code=call%20us`);
    await payButton();
    expect(network.to("POST /api/discounts")).toEqual([]);
  });

  test("a code that was refused never blocks Pay", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network, anIntent());
    network.on("POST /api/discounts", failure("discount_invalid"));
    await user.type(await openCodeField(user), "SPRING-10");
    const pay = await fillForm(user, bank);
    await user.click(pay);
    await waitFor(() => expect(network.to("POST /api/discounts")).toHaveLength(1));
    expect(network.to(INTENTS)).toEqual([]);
    await user.click(await payButton(formatTotal(4000)));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]?.body).not.toHaveProperty("discountId");
  });

  test("a code that couldn't be checked is checked again by Pay, until it is cleared", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network, anIntent());
    network.on("POST /api/discounts", failure("too_many_requests"));
    const code = await openCodeField(user);
    await user.type(code, "SPRING-10");
    const pay = await fillForm(user, bank);
    await user.click(pay);
    await screen.findByText(/couldn't be checked\. Try again, or clear it/);
    await user.click(await payButton(formatTotal(4000)));
    await waitFor(() => expect(network.to("POST /api/discounts")).toHaveLength(2));
    expect(network.to(INTENTS)).toEqual([]);
    await user.clear(code);
    await user.click(await payButton(formatTotal(4000)));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]?.body).not.toHaveProperty("discountId");
  });

  test("a company is prefilled from the last purchase", async () => {
    fakeBank();
    const { user } = openCheckout(aCheckout({ company: "Dune Press" }));
    await user.click(await screen.findByRole("radio", { name: /^A company/ }));
    expect((await screen.findByLabelText<HTMLInputElement>("Company")).value).toBe("Dune Press");
  });

  test("a company's VAT number is prefilled too, checked by the bill's country, and sent with the reference", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout(aCheckout({ company: "Dune Press", vat: "NL123456789B01" }));
    serve(network);
    expect(screen.queryByLabelText(/^VAT number/)).toBeNull();
    await user.click(await screen.findByRole("radio", { name: /^A company/ }));
    const number = await screen.findByLabelText<HTMLInputElement>(/^VAT number/);
    expect(number.value).toBe("NL123456789B01");
    const pay = await fillForm(user, bank);
    await user.clear(number);
    await user.type(number, "DE12");
    await user.type(screen.getByLabelText(/^Your reference/), "PO 4711");
    await user.click(pay);
    await screen.findByText(MESSAGES.vatInvalid);
    expect(network.to(INTENTS)).toEqual([]);
    await user.clear(number);
    await user.type(number, "123456789B02");
    await user.click(pay);
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]?.body).toMatchObject({ billingVat: "123456789B02", billingReference: "PO 4711" });
  });

  test("company fields aren't sent for a personal licence", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout(aCheckout({ company: "Dune Press", vat: "no number at all" }));
    serve(network);
    await user.click(await screen.findByRole("radio", { name: /^A company/ }));
    await user.type(await screen.findByLabelText(/^Your reference/), "PO 4711");
    await user.click(screen.getByRole("radio", { name: /^Mine/ }));
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Thank you/);
    const sent = network.to(INTENTS)[0]?.body;
    expect(sent).toMatchObject({ licenseUsage: "personal" });
    for (const field of ["billingVat", "billingReference"]) expect(sent).not.toHaveProperty(field);
  });

  test("a discount code changes the total, and a wrong one shows an error at its field", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network, anIntent(1, 4000, 400));
    network.on("POST /api/discounts", failure("discount_invalid"));
    const field = await openCodeField(user);
    await user.type(field, "SPRING");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(MESSAGES.discountInvalid);
    expect(document.activeElement).toBe(field);
    expect(screen.getByTestId("toaster").textContent).toBe("");
    expect(network.to(INTENTS)).toEqual([]);
    await user.clear(screen.getByLabelText(/^Discount code/));
    expect(screen.queryByText(MESSAGES.discountInvalid)).toBeNull();
    await user.type(screen.getByLabelText(/^Discount code/), "SPRING");
    const amounts = [{ licenseType: "personal", ...anIntent(1, 4000, 400).breakdown }];
    network.on("POST /api/discounts", ok({ discountId: toId(9001), percent: 10, amounts }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await payButton(formatTotal(4000, 400));
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton(formatTotal(4000, 400)));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]?.body).toMatchObject({ discountId: toId(9001) });
  });

  test("a code that was used up meanwhile shows an error at its field only, and the total is the full one again", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    const amounts = [{ licenseType: "personal", ...anIntent(1, 4000, 400).breakdown }];
    network.on("POST /api/discounts", ok({ discountId: toId(9001), percent: 10, amounts }));
    network.on(INTENTS, failure("discount_invalid"));
    await user.type(await openCodeField(user), "SPRING{Enter}");
    await payButton(formatTotal(4000, 400));
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton(formatTotal(4000, 400)));
    await screen.findByText(MESSAGES.discountInvalid);
    expect(screen.getByTestId("toaster").textContent).toBe("");
    expect(document.activeElement).toBe(screen.getByLabelText(/^Discount code/));
    await payButton(formatTotal(4000));
  });

  test("a code that takes off less than its percentage explains why before the payment, any other doesn't", async () => {
    fakeBank();
    const { user, network } = openCheckout();
    const answer = (percent: number, discount: number) => {
      const amounts = [{ licenseType: "personal", ...anIntent(1, 4000, discount).breakdown }];
      return ok({ discountId: toId(9001), percent, amounts });
    };
    const { orderFee } = computeFees(4000);
    network.on("POST /api/discounts", answer(100, orderFee));
    await user.type(await openCodeField(user), "ALL{Enter}");
    await payButton(formatSale(4000).earned);
    const reason = `This code takes 100% off, but no more than what Ochre earns from the sale, ${formatCents(orderFee)}: the rest is the artist's.`;
    expect(screen.getByText(reason)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove discount" }));
    network.on("POST /api/discounts", answer(10, 400));
    await user.type(screen.getByLabelText(/^Discount code/), "TEN{Enter}");
    await payButton(formatTotal(4000, 400));
    expect(screen.queryByText(/^This code takes/)).toBeNull();
  });

  test("a link for a business has that use preselected", async () => {
    fakeBank();
    openCheckout(aCheckout({ licenses: [aLicense()] }), `/checkout/${toId(1)}?type=personal&usage=business`);
    await payButton();
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^A company/ }).checked).toBe(true);
    within(screen.getByRole("region", { name: "License" })).getByText("Personal license");
  });

  test("the first field with an error gets the focus, even if it appeared last", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    await payButton();
    await bank.fillCard();
    await user.click(screen.getByRole("radio", { name: /^A company/ }));
    await user.click(await payButton());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Company/)));
    expect(network.to(INTENTS)).toEqual([]);
  });

  test.each([
    ["own_artwork", MESSAGES.ownArtwork],
    ["artwork_unavailable", MESSAGES.artworkUnavailable],
  ] as const)("%s has nothing to buy and leads back to the artwork", async (code, message) => {
    const { network } = openCheckout();
    network.on(CHECKOUT, failure(code));
    await screen.findByRole("heading", { name: message });
    screen.getByRole("heading", { level: 1, name: "Checkout" });
    expect(screen.getByRole("link", { name: "Back to the artwork" })).toBeTruthy();
  });

  test("where payments are off there is no such page", async () => {
    const { at } = openSite(`/checkout/${toId(1)}`, createSiteNetwork({ signedIn: true }));
    await waitFor(() => expect(at.path).toBe("/404"));
  });
});

describe("saved cards", () => {
  test("are offered by the payment form, for a new payment and for a resumed one", async () => {
    for (const intent of [null, anOpenIntent()]) {
      const bank = fakeBank();
      const { network, unmount } = openCheckout(aCheckout({ intent }));
      network.on(PAYMENT_SESSION, ok({ customerSession: "cuss_secret_1" }));
      await payButton();
      await waitFor(() => expect(bank.sessions()).toEqual(["cuss_secret_1"]));
      unmount();
    }
  });

  test.each([
    ["fails", failure("internal")],
    ["was asked too often", failure("too_many_requests")],
    ["has none", ok({ customerSession: null })],
  ])("don't prevent a payment if Stripe %s", async (_, answer) => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    network.on(PAYMENT_SESSION, answer);
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Thank you/);
    expect(bank.sessions()).toEqual([undefined]);
    expect(screen.queryByText(MESSAGES.tooManyRequests)).toBeNull();
  });

  test("are waited for only a few seconds", async () => {
    const bank = fakeBank();
    const { network } = openCheckout();
    const late = createHeldReply(ok({ customerSession: "cuss_secret_1" }));
    network.on(PAYMENT_SESSION, late.answer);
    const button = await payButton();
    await screen.findByText("You can pay once the payment form is loaded.");
    await waitFor(() => expect(screen.queryByText("You can pay once the payment form is loaded.")).toBeNull());
    late.release();
    expect((await payButton()).isSameNode(button)).toBe(true);
    expect(bank.sessions()).toEqual([undefined]);
  });

  test("are left out if the payment form can't load with them", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    network.on(PAYMENT_SESSION, ok({ customerSession: "cuss_secret_gone" }));
    await waitFor(() => expect(bank.sessions()).toEqual(["cuss_secret_gone"]));
    bank.failToLoad();
    await waitFor(() => expect(bank.sessions()).toEqual(["cuss_secret_gone", undefined]));
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Thank you/);
  });
});

describe("saved cards of an account with a second factor", () => {
  const offer = () => screen.findByRole("button", { name: "Use or save a card…" });

  /** Confirms or cancels the step-up dialog. */
  async function answer(isProven: boolean) {
    await screen.findByRole("dialog", { name: MESSAGES.proofRequired });
    act(() => ownerProof.settle(isProven));
  }

  /** A checkout that requires step-up authentication for saved cards. */
  function openUnproven(checkout = aCheckout()) {
    const opened = openCheckout(checkout);
    serve(opened.network);
    opened.network.on(PAYMENT_SESSION, failure("proof_required"));
    opened.network.on(PROOF_OPTIONS, ok({ totp: true, recovery: false, password: false, passkey: null }));
    return opened;
  }

  test("are offered only after step-up authentication, on request, and keep what was entered", async () => {
    const bank = fakeBank();
    const { user, network } = openUnproven();
    await user.click(await offer());
    await answer(false);
    expect(bank.sessions()).toEqual([undefined]);
    await changeAddress(user);
    await user.clear(screen.getByLabelText("City"));
    await user.type(screen.getByLabelText("City"), "Utrecht");
    await user.click(await offer());
    network.on(PAYMENT_SESSION, ok({ customerSession: "cuss_secret_1" }));
    await answer(true);
    await waitFor(() => expect(bank.sessions()).toEqual([undefined, "cuss_secret_1"]));
    expect(screen.queryByRole("button", { name: "Use or save a card…" })).toBeNull();
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]).toMatchObject({ body: { savedCards: true, billing: { billingCity: "Utrecht" } } });
  });

  test("aren't part of a payment with a newly typed card", async () => {
    const bank = fakeBank();
    const { user, network } = openUnproven();
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)[0]).toMatchObject({ body: { savedCards: false } });
  });

  test("show an error if Stripe fails after the authentication", async () => {
    fakeBank();
    const { user, network } = openUnproven();
    await user.click(await offer());
    network.on(PAYMENT_SESSION, ok({ customerSession: null }));
    await answer(true);
    await screen.findByText(MESSAGES.savedCardsUnavailable);
  });

  test("aren't part of a payment that started without them", async () => {
    const bank = fakeBank();
    const { network } = openUnproven(aCheckout({ intent: anOpenIntent({ savedCards: false }) }));
    await payButton();
    await waitFor(() => expect(bank.sessions()).toEqual([undefined]));
    expect(network.to(PAYMENT_SESSION)).toEqual([]);
  });

  test("block a payment that started with them until the owner has authenticated", async () => {
    const bank = fakeBank();
    const { user, network } = openUnproven(aCheckout({ intent: anOpenIntent({ clientSecret: null }) }));
    await user.click(await screen.findByRole("button", { name: "Continue…" }));
    network.on(CHECKOUT, ok(aCheckout({ intent: anOpenIntent() })));
    network.on(PAYMENT_SESSION, ok({ customerSession: "cuss_secret_1" }));
    await answer(true);
    await payButton();
    await waitFor(() => expect(bank.sessions()).toEqual(["cuss_secret_1"]));
  });
});

describe("paying", () => {
  test("sends the terms once under a key, pays, and ends at the order", async () => {
    const bank = fakeBank();
    const { user, network, at } = openCheckout();
    serve(network);
    await user.dblClick(await fillForm(user, bank));
    await screen.findByText(/^Thank you/);
    expect(at.path).toBe(ORDER);
    expect(network.to(INTENTS)).toHaveLength(1);
    expect(network.to(INTENTS)[0]).toMatchObject({
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: { versionId: toId(5001), licenseType: "personal", billing: { billingCity: "Amsterdam" } },
    });
    expect(bank.confirmed()).toEqual([anIntent().clientSecret]);
    expect(network.to(ORDERS).map(({ body }) => body)).toEqual([{ orderIntent: anIntent().orderIntent }]);
  });

  test("doesn't end with thanks for a license that was revoked meanwhile", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    network.on(`GET /api${ORDER}`, ok(aPurchase({ status: "refunded" })));
    await user.click(await fillForm(user, bank));
    await screen.findByText("Your payment was refunded, so you may no longer use the artwork.");
    expect(screen.queryByText(/^Thank you/)).toBeNull();
  });

  test("a declined card is reported beside the card, and another card pays the same payment", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    bank.declineWith("Your card has insufficient funds.");
    const button = await fillForm(user, bank);
    await user.click(button);
    expect((await screen.findByText("Your card has insufficient funds.")).closest("[role=alert]")).toBeTruthy();
    screen.getByText(/^Ada Love, Kade 4, 1011 AB Amsterdam/);
    screen.getByText(/^This price (is|was) held until/);
    // Nothing may move the button while the pointer approaches it.
    bank.change({ complete: true, empty: false });
    screen.getByText("Your card has insufficient funds.");
    bank.change({ complete: false, empty: false });
    expect(screen.queryByText("Your card has insufficient funds.")).toBeNull();
    bank.change({ complete: true, empty: false });
    bank.answer(() => ({ paymentIntent: { status: "succeeded" } }));
    await user.click(button);
    await screen.findByText(/^Thank you/);
    expect(network.to(INTENTS)).toHaveLength(1);
    expect(bank.confirmed()).toEqual([anIntent().clientSecret, anIntent().clientSecret]);
  });

  test("the next attempt removes the previous message", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    bank.declineWith("Your card was declined.");
    const button = await fillForm(user, bank);
    await user.click(button);
    await screen.findByText("Your card was declined.");
    const answer = Promise.withResolvers<object>();
    bank.answer(() => answer.promise);
    await user.click(button);
    await waitFor(() => expect(bank.confirmed()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText("Your card was declined.")).toBeNull(), { timeout: 2_000 });
    answer.resolve({ paymentIntent: { status: "succeeded" } });
    await screen.findByText(/^Thank you/);
  });

  test("other terms after a declined card cancel the first payment before starting another", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    network.on(CANCEL, { status: 204 });
    bank.declineWith("Your card was declined.");
    await user.click(await fillForm(user, bank));
    await screen.findByText("Your card was declined.");
    const payments = Object.entries(sessionStorage).filter(([name]) => !name.startsWith(DRAFT_PREFIX));
    expect(payments.map(([, kept]) => kept)).toEqual([expect.not.stringContaining("Amsterdam")]);
    network.on(INTENTS, ok(anIntent(2, 25_000), 201));
    bank.answer(() => ({ paymentIntent: { status: "succeeded" } }));
    await changeLicense(user, /^Commercial/);
    await user.click(await payButton(formatTotal(25_000)));
    await screen.findByText(/^Thank you/);
    const writes = network.calls.filter(({ key }) => [INTENTS, CANCEL].includes(key));
    expect(writes.map(({ key }) => key)).toEqual([INTENTS, CANCEL, INTENTS]);
    expect(writes[2]?.idempotencyKey).not.toBe(writes[0]?.idempotencyKey);
  });

  test("never charges another total than the one shown", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network, anIntent(1, 4100));
    network.on(CANCEL, { status: 204 });
    await user.click(await fillForm(user, bank));
    await screen.findByText(/nothing was charged/);
    expect(bank.confirmed()).toEqual([]);
    expect(network.to(CANCEL)).toHaveLength(1);
  });

  test("an artwork that has changed shows its new price and keeps what was typed", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    network.on(INTENTS, failure("artwork_moved"));
    const button = await fillForm(user, bank);
    await changeAddress(user);
    await user.type(screen.getByLabelText("Address"), "b");
    network.on(CHECKOUT, ok(aCheckout({}, { personal: 5000, commercial: 25_000 })));
    await user.click(button);
    await screen.findByText(/^The artwork or its price changed, and nothing was charged/);
    await screen.findByText(`It was ${formatTotal(4000)}, now it is ${formatTotal(5000)}: pay if you agree.`, {
      exact: false,
    });
    await payButton(formatTotal(5000));
    expect((screen.getByLabelText("Address") as HTMLInputElement).value).toBe("Kade 4b");
  });

  test("a licence that is no longer offered is replaced by the one that is, with its price", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    network.on(INTENTS, failure("license_not_offered"));
    const button = await fillForm(user, bank);
    const { options, ...rest } = aCheckout({}, { personal: 4000, commercial: 25_000 });
    network.on(CHECKOUT, ok({ ...rest, options: options.filter(({ licenseType }) => licenseType === "commercial") }));
    await user.click(button);
    await screen.findByText(`It was ${formatTotal(4000)}, now it is ${formatTotal(25_000)}`, { exact: false });
    network.on(INTENTS, ok(anIntent(2, 25_000), 201));
    bank.answer(() => ({ paymentIntent: { status: "succeeded" } }));
    await user.click(await payButton(formatTotal(25_000)));
    await waitFor(() => expect(network.to(INTENTS)[1]?.body).toMatchObject({ licenseType: "commercial" }));
  });

  test("an expired payment is started again", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    serve(network);
    bank.answer(() => ({ error: { message: "No", payment_intent: { status: "canceled" } } }));
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Your time to pay ran out/);
    network.on(INTENTS, ok(anIntent(2), 201));
    bank.answer(() => ({ paymentIntent: { status: "succeeded" } }));
    await user.click(await payButton());
    await screen.findByText(/^Thank you/);
    const [first, second] = network.to(INTENTS);
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey);
  });

  test("that another tab has already done ends at the same order", async () => {
    const bank = fakeBank();
    const { user, network, at } = openCheckout();
    serve(network);
    bank.answer(() => ({ error: { message: "Unexpected state", payment_intent: { status: "succeeded" } } }));
    await user.click(await fillForm(user, bank));
    await waitFor(() => expect(at.path).toBe(ORDER));
  });
});

describe("after a reload", () => {
  test("before the payment began, the same terms carry the same key", async () => {
    const bank = fakeBank();
    const first = openCheckout();
    first.network.on(INTENTS, failure("internal"));
    await first.user.click(await fillForm(first.user, bank));
    await waitFor(() => expect(first.network.to(INTENTS)).toHaveLength(1));
    cleanup();
    const second = openCheckout();
    serve(second.network);
    await second.user.click(await fillForm(second.user, bank));
    await waitFor(() => expect(second.network.to(INTENTS)).toHaveLength(1));
    expect(second.network.to(INTENTS)[0]?.idempotencyKey).toBe(first.network.to(INTENTS)[0]?.idempotencyKey);
    await screen.findByText(/^Thank you/);
  });

  test("what was typed is restored until the payment or a log-out", async () => {
    const bank = fakeBank();
    const first = openCheckout();
    await payButton();
    const city = () => screen.getByLabelText<HTMLInputElement>("City");
    const billing = () => screen.getByRole("region", { name: "Billing" }).textContent;
    await changeAddress(first.user);
    await first.user.clear(city());
    await first.user.type(city(), "Utrecht");
    await changeLicense(first.user, /^Commercial/);
    cleanup();

    const second = openCheckout();
    await payButton(formatTotal(25_000));
    expect(billing()).toContain("Utrecht");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Deliver immediately" }).checked).toBe(false);
    serve(second.network, anIntent(1, 25_000));
    await second.user.click(await fillForm(second.user, bank, formatTotal(25_000)));
    await waitFor(() => expect(second.at.path).toBe(ORDER));
    expect(second.network.to(INTENTS)[0]?.body).toMatchObject({ billing: { billingCity: "Utrecht" } });
    cleanup();

    const third = openCheckout();
    await payButton();
    expect(billing()).toContain("Amsterdam");
    await changeAddress(third.user);
    await third.user.type(city(), " Noord");
    cleanup();
    openSite("/");
    await screen.findAllByRole("link", { name: "Log in" });
    cleanup();
    openCheckout();
    await payButton();
    expect(billing()).toContain("Amsterdam");
  });

  test("an open payment can be continued", async () => {
    const bank = fakeBank();
    const { user, network, at } = openCheckout(aCheckout({ intent: anOpenIntent() }));
    serve(network);
    await screen.findByText(/^You started paying for this artwork/);
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton());
    await waitFor(() => expect(at.path).toBe(ORDER));
    expect(network.to(INTENTS)).toEqual([]);
    expect(bank.confirmed()).toEqual([anIntent().clientSecret]);
  });

  test("an open payment starts with the card, and pressing Pay shows what else is missing", async () => {
    const bank = fakeBank();
    const { user } = openCheckout(aCheckout({ intent: anOpenIntent() }));
    const pay = () => payButton() as Promise<HTMLButtonElement>;
    expect((await pay()).disabled).toBe(true);
    await bank.fillCard();
    await waitFor(async () => expect((await pay()).disabled).toBe(false));
    await user.click(await pay());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Deliver immediately" })),
    );
    expect(bank.confirmed()).toEqual([]);
  });

  test("back from a payment method's own page, a paid one becomes the order, whatever the address says", async () => {
    fakeBank();
    const { orderIntent } = anIntent();
    const { network, at } = openCheckout(
      aCheckout(),
      `/checkout/${toId(1)}?payment_intent=${orderIntent}&redirect_status=failed`,
    );
    serve(network);
    await waitFor(() => expect(at.path).toBe(ORDER));
    expect(network.to(ORDERS).map(({ body }) => body)).toEqual([{ orderIntent }]);
  });

  test("back from it, nothing is shown as paid before the server has confirmed it", async () => {
    fakeBank();
    const { orderIntent } = anIntent();
    const { user, network, at } = openCheckout(aCheckout(), `/checkout/${toId(1)}?payment_intent=${orderIntent}`);
    network.on(ORDERS, failure("internal"));
    await screen.findByRole("heading", { name: "Checking your payment" });
    await screen.findByText(/^The payment couldn't be checked/);
    expect(screen.queryByText(/went through/)).toBeNull();
    serve(network);
    await user.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(at.path).toBe(ORDER));
  });

  test("back from it unpaid, the payment can be made by another method", async () => {
    const bank = fakeBank();
    const { orderIntent, clientSecret } = anIntent();
    const asked = "type=commercial&usage=business&code=summer-26";
    const returnQuery = `payment_intent=${orderIntent}&payment_intent_client_secret=${clientSecret}&redirect_status=failed`;
    const intent = anOpenIntent();
    const { user, network, at } = openCheckout(aCheckout({ intent }), `/checkout/${toId(1)}?${asked}&${returnQuery}`);
    network.on(ORDERS, failure("payment_pending"));
    await screen.findByText(/^The payment wasn't completed, and nothing was charged/);
    expect(at.search).toBe(`?${asked}`);
    expect(network.to(ORDERS)).toHaveLength(1);
    expect(screen.queryByText(MESSAGES.paymentPending)).toBeNull();
    await bank.fillCard();
    await user.click(screen.getByRole("checkbox", { name: "Deliver immediately" }));
    await user.click(await payButton());
    await waitFor(() => expect(bank.confirmed()).toEqual([clientSecret]));
  });

  test("an open payment shows its own billing details, not the account's current ones", async () => {
    fakeBank();
    const checkout = aCheckout();
    const { billingEmail, ...billed } = { ...checkout.billing, billingAddress: "Gracht 7" };
    const intent = anOpenIntent({ billed, vat: "NL123456789B01", reference: "PO 4711" });
    openCheckout({ ...checkout, intent });
    const billing = within(await screen.findByRole("region", { name: "Billing" }));
    expect(billing.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "Ada Love",
      billingEmail,
      "Gracht 7, 1011 AB Amsterdam, Netherlands",
      "NL123456789B01",
      "PO 4711",
    ]);
  });

  test("an open payment says until when its price is held, and announces the minutes only near the end", async () => {
    fakeBank();
    const expiresAt = anOpenIntent().expiresAt;
    const setTimeLeft = (milliseconds: number) => vi.setSystemTime(Date.parse(expiresAt) - milliseconds);
    const getStatus = () =>
      screen.getByText(/^This price is held/).parentElement?.querySelector("[role=status]")?.textContent;
    vi.useFakeTimers({ toFake: ["Date"] });
    setTimeLeft(10 * 60_000 + 1);
    openCheckout(aCheckout({ intent: anOpenIntent() }));
    expect((await screen.findByText(/^This price is held/)).textContent).toBe(
      `This price is held until ${formatDate(expiresAt, "HH:mm")}.`,
    );
    expect(getStatus()).toBe("");
    setTimeLeft(10 * 60_000);
    await waitFor(() => expect(getStatus()).toBe("10 minutes left"), { timeout: 15_000 });
  });

  test("an open payment can be cancelled", async () => {
    fakeBank();
    const { user, network } = openCheckout(aCheckout({ intent: anOpenIntent() }));
    network.on(CANCEL, () => {
      network.on(CHECKOUT, ok(aCheckout()));
      return { status: 204 };
    });
    await user.click(await screen.findByRole("button", { name: "Cancel this payment" }));
    await screen.findByRole("form", { name: "Checkout" });
  });

  test("the form of a cancelled payment keeps its entries and its applied code", async () => {
    fakeBank();
    const billed = { ...aCheckout().billing, billingAddress: "Gracht 7", billingEmail: undefined };
    const company = { licenseUsage: "business", licenseType: "commercial", licenseCompany: "Dune Press" };
    const bill = { billed, vat: "NL123456789B01", reference: "PO 4711", discountCode: "KITES-20" };
    const { user, network } = openCheckout(aCheckout({ intent: anOpenIntent({ ...company, ...bill }) }));
    network.on(CANCEL, () => {
      network.on(CHECKOUT, ok(aCheckout()));
      return { status: 204 };
    });
    const amounts = [{ licenseType: "commercial", ...computeFees(20_000), listPrice: 25_000 }];
    network.on("POST /api/discounts", ok({ discountId: toId(9001), percent: 20, amounts }));
    await user.click(await screen.findByRole("button", { name: "Cancel this payment" }));
    await screen.findByText("20% off the license");
    await user.click(screen.getByRole("button", { name: "Change address" }));
    const values = ["Company", /^VAT number/, /^Your reference/, /^Address/, "Billing email"].map(
      (label) => screen.getByLabelText<HTMLInputElement>(label).value,
    );
    expect(values).toEqual(["Dune Press", "NL123456789B01", "PO 4711", "Gracht 7", "bills@example.org"]);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Deliver immediately" }).checked).toBe(false);
  });

  test("a payment that went through meanwhile becomes its order without another press", async () => {
    const bank = fakeBank();
    bank.setStatus("succeeded");
    const { network, at } = openCheckout(aCheckout({ intent: anOpenIntent() }));
    serve(network);
    await waitFor(() => expect(at.path).toBe(ORDER));
    expect(bank.confirmed()).toEqual([]);
  });

  test("another tab's payment is offered instead of a second one", async () => {
    const bank = fakeBank();
    const { user, network } = openCheckout();
    network.on(INTENTS, failure("payment_open"));
    const button = await fillForm(user, bank);
    await changeAddress(user);
    await user.clear(screen.getByLabelText(/^Address/));
    await user.type(screen.getByLabelText(/^Address/), "Typed here 1");
    network.on(CHECKOUT, ok(aCheckout({ intent: anOpenIntent() })));
    await user.click(button);
    await screen.findByRole("form", { name: "Open payment" });
    expect(bank.confirmed()).toEqual([]);
    network.on(CANCEL, ok(undefined, 204));
    network.on(CHECKOUT, ok(aCheckout()));
    await user.click(screen.getByRole("button", { name: "Cancel this payment" }));
    await screen.findByText(/^Ada Love, Typed here 1,/);
  });

  test("an order that doesn't arrive at once can be requested again", async () => {
    const bank = fakeBank();
    const { user, network, at } = openCheckout();
    serve(network);
    network.on(ORDERS, failure("payment_pending"));
    await user.click(await fillForm(user, bank));
    await screen.findByText(/^Your order isn't ready yet/);
    network.on(ORDERS, ok(aPurchase(), 201));
    await user.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(at.path).toBe(ORDER));
    expect(bank.confirmed()).toHaveLength(1);
  });
});
