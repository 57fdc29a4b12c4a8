import { readOnboarding, startOnboarding } from "#shared/contract/onboarding.ts";
import { cancelIntent, createIntent, placeOrder } from "#shared/contract/orders.ts";
import type { Cleanup, Member } from "./people.ts";
import { call, openStage, request, type Stage, VARIABLES } from "./stage.ts";

/** Stripe's test card that always succeeds (https://docs.stripe.com/testing). */
const CARD = "pm_card_visa";

/** Onboarding steps of the laptop's stand-in for Stripe. */
const STEPS = ["business", "person", "bank", "identity"];

const BILLING = {
  billingName: "Stage",
  billingSurname: "Test",
  billingEmail: "success@simulator.amazonses.com",
  billingAddress: "Colour Street 1",
  billingZip: "1010",
  billingCity: "Vienna",
  billingCountry: "AT",
};

/** The stage's Stripe endpoint and publishable key. Throws a one-line error if the key is a live one. */
function getStripeAccess({ origin, payments }: Stage) {
  if (!payments) throw new Error("The stage has payments, but no publishable key: nobody can pay with a card.");
  if (!payments.publishableKey.startsWith("pk_test_"))
    throw new Error("The stage has a live Stripe key; this test needs a test key.");
  const api = payments.script.startsWith("/") ? new URL("/__local/stripe", origin).href : "https://api.stripe.com";
  return { api, key: payments.publishableKey };
}

/** Makes the artist a seller by the stand-in's form on a laptop; elsewhere the account must already be one. */
export async function becomeSeller({ userId, token }: Member) {
  const { isLaptop } = await openStage();
  const params = { userId };
  if ((await call(readOnboarding, { params, token })).onboarded) return;
  if (!isLaptop) throw new Error(`${VARIABLES.artist} has to be a seller: go through the onboarding once by hand.`);
  const body = { userBusinessAddress: "AT" };
  const { redirect } = await call(startOnboarding, { params, body, token });
  await fetch(redirect);
  const form = new URLSearchParams(STEPS.map((step) => ["given", step]));
  await fetch(redirect, { method: "POST", body: form, redirect: "manual" });
  // The return from Stripe's form records the onboarding.
  await request(startOnboarding, { params, body, token });
}

interface ArtworkVersion {
  readonly artworkId: string;
  readonly versionId: string;
}

/** Buys a personal licence with a card, as the checkout does, and returns the order; a payment that fails is cancelled in the end. */
export async function buyWithCard({ userId, token }: Member, wanted: ArtworkVersion, cleanup: Cleanup) {
  const stage = await openStage();
  const { api, key } = getStripeAccess(stage);
  const body = { ...wanted, licenseUsage: "personal", licenseType: "personal", billing: BILLING } as const;
  const { orderIntent, clientSecret } = await call(createIntent, { params: { userId }, body, token });
  let isOrdered = false;
  cleanup.add("an open payment", async () => {
    if (!isOrdered) await call(cancelIntent, { params: { userId, intentId: orderIntent }, token });
  });
  const paid = await fetch(`${api}/v1/payment_intents/${orderIntent}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: CARD }),
  });
  if (!paid.ok) throw new Error(`The payment answered ${paid.status}: ${(await paid.text()).slice(0, 300)}`);
  const order = await call(placeOrder, { body: { orderIntent }, token });
  isOrdered = true;
  return order;
}
