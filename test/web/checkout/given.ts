import { act, screen, waitFor } from "@testing-library/react";
import type { BillingForm } from "#shared/model/billing.ts";
import { Checkout, Intent, OpenIntent } from "#shared/model/order.ts";
import { computeFees } from "#shared/rules/fees.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { aCard, ok, toId } from "../artwork/given.ts";
import { aUser } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

export const CHECKOUT = `GET /api/checkout/${toId(1)}`;
export const PAYMENT_SESSION = `POST /api/users/${aUser().id}/payment_session`;

/** Without a country, because happy-dom loses a select's value that is set before it is mounted. */
const BILLING: Omit<BillingForm, "billingCountry"> = {
  billingName: "Ada",
  billingSurname: "Love",
  billingEmail: "bills@example.org",
  billingAddress: "Kade 4",
  billingZip: "1011 AB",
  billingCity: "Amsterdam",
};

const anOption = (licenseType: LicenseType, licensePrice: number) => {
  const { buyerFee, orderSpent } = computeFees(licensePrice);
  return { licenseType, licensePrice, buyerFee, total: orderSpent };
};

const buildBreakdown = (price: number, discount = 0) => {
  const { buyerFee, orderSpent } = computeFees(price, discount);
  return { licensePrice: price, buyerFee, discount, orderSpent };
};

/** $40 for a person, $250 for a business; billed to Ada. */
export function aCheckout(over: object = {}, prices = { personal: 4000, commercial: 25_000 }): Checkout {
  const { artworkId, versionId, artworkTitle, owner, ...picture } = aCard(1, { artworkTitle: "Dusk" });
  return Checkout.parse({
    version: { artworkId, versionId, artworkTitle, ...picture },
    owner,
    options: [anOption("personal", prices.personal), anOption("commercial", prices.commercial)],
    breakdown: buildBreakdown(prices.personal),
    billing: { ...BILLING, billingCountry: "NL" },
    company: null,
    payee: "acct_1",
    vat: null,
    licenses: [],
    intent: null,
    ...over,
  });
}

const intentId = (number: number) => `pi_${String(number).padStart(24, "0")}`;

export const anIntent = (number = 1, price = 4000, discount = 0): Intent =>
  Intent.parse({
    orderIntent: intentId(number),
    clientSecret: `${intentId(number)}_secret`,
    breakdown: buildBreakdown(price, discount),
    expiresAt: "2026-11-21T10:30:00.000Z",
  });

/** A payment of $40 that was started before. */
export const anOpenIntent = (over: object = {}): OpenIntent =>
  OpenIntent.parse({
    ...anIntent(),
    savedCards: true,
    versionId: toId(5001),
    licenseUsage: "personal",
    licenseType: "personal",
    licenseCompany: "unavailable",
    licenseAssignee: "Ada Love",
    billed: null,
    vat: null,
    reference: null,
    discountCode: null,
    ...over,
  });

type Answer = object | Promise<object>;
type Listener = (event: object) => void;

const newBank = () => ({
  confirmed: [] as string[],
  isComplete: false,
  submits: 0,
  amounts: [] as unknown[],
  sessions: [] as (string | undefined)[],
  confirm: (): Answer => ({ paymentIntent: { status: "succeeded" } }),
  status: "requires_payment_method",
  listeners: new Map<string, Listener>(),
});

/** Stripe's loader keeps its first script's object, so all test files of a process share one. */
const shared = globalThis as { ochreTestBank?: ReturnType<typeof newBank> };
shared.ochreTestBank ??= newBank();
const bank = shared.ochreTestBank;

const element = {
  mount() {},
  destroy: () => bank.listeners.clear(),
  update() {},
  focus() {},
  on: (event: string, listener: Listener) => bank.listeners.set(event, listener),
};

interface ElementsOptions {
  readonly amount?: number;
  readonly customerSessionClientSecret?: string;
}

/** Stripe.js's object, which every page of a test file shares, like the pages of a tab. */
const provider = {
  elements: ({ amount, customerSessionClientSecret }: ElementsOptions) => {
    bank.amounts.push(amount);
    bank.sessions.push(customerSessionClientSecret);
    return {
      create: () => element,
      update: ({ amount: changed }: { readonly amount?: number }) => changed && bank.amounts.push(changed),
      submit: async () => {
        bank.submits += 1;
        return bank.isComplete
          ? {}
          : { error: { type: "validation_error", message: "Your card number is incomplete." } };
      },
    };
  },
  confirmPayment: async ({ clientSecret }: { readonly clientSecret: string }) => {
    bank.confirmed.push(clientSecret);
    return bank.confirm();
  },
  retrievePaymentIntent: async () => ({ paymentIntent: { status: bank.status } }),
};

/** The payment provider in the browser; a card succeeds unless set otherwise. */
export function fakeBank() {
  bank.confirmed = [];
  bank.amounts = [];
  bank.sessions = [];
  bank.submits = 0;
  bank.isComplete = false;
  bank.listeners.clear();
  bank.status = "requires_payment_method";
  bank.confirm = () => ({ paymentIntent: { status: "succeeded" } });
  Object.assign(window, { Stripe: Object.assign(() => provider, { version: "endive" }) });
  return {
    confirmed: () => bank.confirmed,
    /** How often the payment form was validated. */
    submits: () => bank.submits,
    /** The amounts that the payment form got, in cents. */
    amounts: () => bank.amounts,
    /** The customer sessions that the payment form was opened with; undefined for one without saved cards. */
    sessions: () => bank.sessions,
    /** Makes the payment form fail to load. */
    failToLoad: () => act(() => bank.listeners.get("loaderror")?.({})),
    declineWith: (message: string) => {
      bank.confirm = () => ({ error: { message } });
    },
    answer: (confirm: () => Answer) => {
      bank.confirm = confirm;
    },
    /** The open payment's status. */
    setStatus: (status: string) => {
      bank.status = status;
    },
    /** Emits a change event, which the payment form may do without a change. */
    change: (form: { readonly complete: boolean; readonly empty: boolean; readonly type?: string }) => {
      bank.isComplete = form.complete;
      act(() => bank.listeners.get("change")?.({ ...form, value: { type: form.type ?? "card" } }));
    },
    /** Chooses a saved card, as the form does once it has loaded. */
    chooseSaved: (id: string) =>
      waitFor(() => {
        const change = bank.listeners.get("change");
        if (!change) throw new Error("There is no payment form yet");
        bank.isComplete = true;
        const value = { type: "card", payment_method: { id, type: "card" } };
        act(() => change({ complete: true, empty: false, value }));
      }),
    /** Fills in a complete card once its form is there. */
    fillCard: () =>
      waitFor(() => {
        const change = bank.listeners.get("change");
        if (!change) throw new Error("There is no payment form yet");
        bank.isComplete = true;
        act(() => change({ complete: true, empty: false, value: { type: "card" } }));
      }),
  };
}

/** The network of a signed-in buyer on a stage with payments. */
export function createCheckoutNetwork(more: object = {}) {
  const features = { payments: true, discounts: true, ...more };
  const network = createSiteNetwork({ signedIn: true, features });
  network.on("GET /config.json", {
    status: 200,
    body: {
      stage: "test",
      features,
      payments: { script: "/stripe.js", publishableKey: "pk_test_1" },
    },
  });
  network.on(PAYMENT_SESSION, ok({ customerSession: null }));
  return network;
}

export function openCheckout(checkout: Checkout = aCheckout(), path = `/checkout/${toId(1)}`, more: object = {}) {
  const network = createCheckoutNetwork(more);
  network.on(CHECKOUT, ok(checkout));
  return openSite(path, network);
}

type User = ReturnType<typeof openCheckout>["user"];

/** Opens the fields of the saved address. happy-dom loses the country, a select's value that is set before it is mounted. */
export async function changeAddress(user: User) {
  await user.click(await screen.findByRole("button", { name: "Change address" }));
  await user.selectOptions(await screen.findByLabelText("Billing country"), "NL");
}

/** Chooses another licence than that of the artwork's page. */
export async function changeLicense(user: User, name: RegExp | ((name: string) => boolean)) {
  await user.click(await screen.findByRole("button", { name: "Change license" }));
  await user.click(screen.getByRole("radio", { name }));
}

/** Opens the field of a discount code. */
export async function openCodeField(user: User) {
  await user.click(await screen.findByRole("button", { name: "Add a discount code" }));
  return screen.getByLabelText(/^Discount code/);
}

export const payButton = (amount = formatTotal(4000)) => screen.findByRole("button", { name: `Pay ${amount}` });
