import { call, request, toSeedError } from "#local/seed/client.ts";
import { PEOPLE } from "#local/seed/people.ts";
import type { OrderRequest } from "#local/seed/place-orders.ts";

type Intent = { orderIntent: string; clientSecret: string };

/** The stage's configuration that a browser needs to pay. */
export type PaymentConfiguration = { publishableKey: string };

/** Reads how the stage takes cards from its configuration; undefined where payments are off. */
export async function readPaymentConfiguration(origin: string): Promise<PaymentConfiguration | undefined> {
  type Configuration = { features: { payments: boolean }; payments?: PaymentConfiguration };
  const { features, payments } = await call<Configuration>(origin, {
    step: "read the stage's configuration",
    method: "GET",
    path: "/config.json",
  });
  return features.payments ? payments : undefined;
}

/** A made-up billing address in the buyer's country. */
function billingOf(buyer: string) {
  const { userName = "", userEmail = "", userCountry = "" } = PEOPLE.find((one) => one.userUsername === buyer) ?? {};
  const [billingName = "", ...rest] = userName.split(" ");
  return {
    billingName,
    billingSurname: rest.join(" "),
    billingEmail: userEmail,
    billingAddress: "12 Gallery Lane",
    billingZip: "10435",
    billingCity: "Example",
    billingCountry: userCountry,
  };
}

/** Stripe's test card that always succeeds. */
const CARD = { number: "4242424242424242", exp_month: "12", exp_year: "2040", cvc: "123" };

/** True if an earlier run confirmed the payment but ended before it completed the order. */
async function isPaidAlready(refusal: Response): Promise<boolean> {
  const { error } = (await refusal.json()) as { error?: { code?: string; payment_intent?: { status?: string } } };
  return error?.code === "payment_intent_unexpected_state" && error.payment_intent?.status === "succeeded";
}

/** Pays as the checkout page does: creates an intent, confirms it with the provider's stand-in, then completes the order. */
export const createPayOrder =
  (origin: string, { publishableKey }: PaymentConfiguration) =>
  async ({ userUsername, session, title, at, form }: OrderRequest): Promise<void> => {
    const step = `buy “${title}”`;
    const { orderIntent, clientSecret } = await session.call<Intent>({
      step,
      method: "POST",
      path: `/api/users/${session.userId}/intents`,
      at,
      body: { ...form, billing: billingOf(userUsername) },
      idempotencyKey: `demo ${title}`,
    });
    const card = Object.entries(CARD).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
    const fields = [["client_secret", clientSecret], ["payment_method_data[type]", "card"], ...card];
    const paid = await request(
      step,
      new URL(`/__local/stripe/v1/payment_intents/${orderIntent}/confirm`, origin),
      () => ({
        method: "POST",
        headers: { authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams(fields),
      }),
    );
    if (!paid.ok && !(await isPaidAlready(paid.clone()))) throw await toSeedError(step, paid);
    await paid.body?.cancel();
    await session.call({ step, method: "POST", path: "/api/orders", at, body: { orderIntent } });
  };
