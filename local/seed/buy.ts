import type { Choice } from "#local/seed/acquire.ts";
import { call, refusal, request } from "#local/seed/client.ts";
import { PEOPLE } from "#local/seed/people.ts";

type Intent = { orderIntent: string; clientSecret: string };

/** How the stage takes cards; nothing where it takes none. */
export type Payments = { publishableKey: string };

/** What the stage's configuration says of payments. */
export async function readPayments(origin: string): Promise<Payments | undefined> {
  type Configuration = { features: { payments: boolean }; payments?: Payments };
  const { features, payments } = await call<Configuration>(origin, {
    step: "read the stage's configuration",
    method: "GET",
    path: "/config.json",
  });
  return features.payments ? payments : undefined;
}

/** Nobody's house, in everybody's country. */
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

/** The provider's card for tests that always pays. */
const CARD = { number: "4242424242424242", exp_month: "12", exp_year: "2040", cvc: "123" };

/** Buys as the checkout page does: an intent, the card straight to the provider's stand-in, the order. */
export const payWith =
  (origin: string, { publishableKey }: Payments) =>
  async ({ userUsername, session, title, form }: Choice): Promise<void> => {
    const step = `buy “${title}”`;
    const { orderIntent, clientSecret } = await session.call<Intent>({
      step,
      method: "POST",
      path: `/api/users/${session.userId}/intents`,
      body: { ...form, billing: billingOf(userUsername) },
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
    if (!paid.ok) throw await refusal(step, paid);
    await paid.body?.cancel();
    await session.call({ step, method: "POST", path: "/api/orders", body: { orderIntent } });
  };
