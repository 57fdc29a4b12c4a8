import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StripeService, startStripe } from "#local/services/stripe/stripe.ts";
import { createAccount } from "../../../../test/support/seller-account.ts";

let service: StripeService;
let stripe: Stripe;

beforeAll(async () => {
  service = await startStripe();
  const { hostname, port } = new URL(service.url);
  stripe = new Stripe(service.keys.secretKey, { host: hostname, port, protocol: "http" });
});

afterAll(() => service.stop());

const read = async (path: string) => (await fetch(`${service.url}${path}`)).text();
const press = (action: string, origin = service.url) => {
  const body = new URLSearchParams({ action });
  return fetch(`${service.url}/payments`, { method: "POST", body, headers: { origin }, redirect: "manual" });
};

async function createPaidCharge(form: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const { id } = await stripe.paymentIntents.create({ amount: 1285, currency: "usd", ...form });
  const intent = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
  return String(intent.latest_charge);
}

test("the payments page opens a dispute and decides it", async () => {
  const charge = await createPaidCharge();
  expect(await read("/payments")).toContain(`value="dispute ${charge}"`);
  await press(`dispute ${charge}`);
  const [dispute] = (await stripe.disputes.list({ charge })).data;
  expect(dispute?.status).toBe("needs_response");
  await press(`won ${dispute?.id}`);
  await press(`lost ${dispute?.id}`);
  expect((await stripe.disputes.retrieve(dispute?.id ?? "")).status).toBe("won");
  expect(await read("/payments")).toContain("dispute won");
});

test("the payments page reports a charge as fraud once, also by its payment's id", async () => {
  const { payment_intent } = await stripe.charges.retrieve(await createPaidCharge());
  for (let count = 0; count < 2; count++) await press(`warn ${payment_intent}`);
  const warned = service.events().filter(({ type }) => type === "radar.early_fraud_warning.created");
  expect(warned).toHaveLength(1);
});

test("the payments page lets a seller's payout fail, also by a payment to them", async () => {
  const { id: seller } = await createAccount(stripe, "AT");
  service.submitDetails(seller);
  const payment = await createPaidCharge({ on_behalf_of: seller, transfer_data: { destination: seller } });
  for (const id of [payment, seller]) await press(`fail ${id}`);
  const failed = service.events().filter(({ type }) => type === "payout.failed");
  expect(failed.map(({ account }) => account)).toEqual([seller, seller]);
});

test("another site's page can't submit its forms", async () => {
  const charge = await createPaidCharge();
  expect((await press(`dispute ${charge}`, "https://elsewhere.example")).status).toBe(403);
  expect((await stripe.disputes.list({ charge })).data).toEqual([]);
});

test("the hosted form names its account, says that it isn't Stripe's, and links back without submitting", async () => {
  const account = await createAccount(stripe, "AT", "<ada>@ochre.test");
  const { url } = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: "account_onboarding",
      account_onboarding: {
        refresh_url: "http://localhost/onboarding",
        return_url: "http://localhost/onboarded",
      },
    },
  });
  const page = await read(new URL(url).pathname);
  expect(page).toContain("not Stripe");
  expect(page).toContain("&lt;ada&gt;@ochre.test");
  expect(page).toContain('href="http://localhost/onboarded"');
  expect((await stripe.accounts.retrieve(account.id)).details_submitted).toBe(false);
});

test("an unknown link is refused", async () => {
  expect((await fetch(`${service.url}/setup/link_unknown`)).status).toBe(404);
});

test("the link to a seller's account opens a page", async () => {
  const { id } = await createAccount(stripe, "AT");
  const response = await fetch(`${service.url}/express/${id}`);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Your seller account")]);
});
