import { happenedAt } from "#demo/calendar.ts";
import {
  call,
  type DemoData,
  DemoError,
  type DemoSession,
  ignoreConflict,
  request,
  toDemoError,
} from "#demo/client.ts";
import { ORDERS } from "#demo/events.ts";
import { PEOPLE } from "#demo/people.ts";
import { runConcurrently } from "#demo/run-concurrently.ts";

type ArtworkPage = { version: { versionId: string }; licenses: { licenseType: string; licensePrice: number }[] };
type Intent = { orderIntent: string; clientSecret: string };

/** The stage's configuration that a browser needs to pay. */
export type PaymentConfiguration = { publishableKey: string };

/** Reads the stage's payment configuration; undefined if payments are off. */
export async function readPaymentConfiguration(origin: string): Promise<PaymentConfiguration | undefined> {
  type Configuration = { features: { payments: boolean }; payments?: PaymentConfiguration };
  const step = "read the stage's configuration";
  const { features, payments } = await call<Configuration>(origin, { step, method: "GET", path: "/config.json" });
  return features.payments ? payments : undefined;
}

/** Places the orders, the oldest first because ids rise with time, each followed by its review. */
export async function placeOrders(demo: DemoData, payments: PaymentConfiguration | undefined): Promise<void> {
  const orders = ORDERS.map((order, at) => ({ ...order, at: happenedAt(order.title, (at + 1) / (ORDERS.length + 1)) }));
  await runConcurrently(
    orders.sort((a, b) => a.at.getTime() - b.at.getTime()),
    async ({ buyer, title, company, rating, at }) => {
      const [session, artworkId] = [demo.sessions.get(buyer), demo.artworkIds.get(title)];
      if (!session || !artworkId) return;
      const path = `/api/artwork/${artworkId}`;
      const step = `order “${title}”`;
      const { version, licenses } = await session.call<ArtworkPage>({ step, method: "GET", path });
      // If there are two licences, the last one is the commercial one.
      const license = licenses.at(company ? -1 : 0);
      if (!license) throw new DemoError(step, "no licence is offered");
      const usage = company ? { licenseUsage: "business", licenseCompany: company } : { licenseUsage: "personal" };
      const form = { artworkId, versionId: version.versionId, licenseType: license.licenseType, ...usage };
      const paid = payments && license.licensePrice > 0 ? { payments, billing: buildBilling(buyer) } : undefined;
      await ignoreConflict(async () => {
        const body = paid
          ? await pay(demo.origin, session, { step, at, form, idempotencyKey: `demo ${title}`, ...paid })
          : form;
        await session.call({ step, method: "POST", path: "/api/orders", at, body });
        if ("orderIntent" in body) demo.payments.set(`${buyer} ${title}`, body.orderIntent);
      });
      const review = { step: `review “${title}”`, method: "POST", path: `${path}/reviews` } as const;
      if (rating) await ignoreConflict(() => session.call({ ...review, body: { reviewRating: rating } }));
    },
    demo.signal,
  );
}

/** A made-up billing address in the buyer's country. */
function buildBilling(buyer: string) {
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

interface Payment {
  readonly step: string;
  readonly at: Date;
  readonly idempotencyKey: string;
  /** The licence fields of an intent. */
  readonly form: object;
  readonly billing: ReturnType<typeof buildBilling>;
  readonly payments: PaymentConfiguration;
}

/** Stripe's test card that always succeeds. */
const CARD = { number: "4242424242424242", exp_month: "12", exp_year: "2040", cvc: "123" };

/** Creates an intent and confirms it with the provider's stand-in, as the checkout page does; returns the order's body. */
async function pay(origin: string, session: DemoSession, { form, billing, payments, ...sent }: Payment) {
  const { orderIntent, clientSecret } = await session.call<Intent>({
    ...sent,
    method: "POST",
    path: `/api/users/${session.userId}/intents`,
    body: { ...form, billing },
  });
  const card = Object.entries(CARD).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const fields = [["client_secret", clientSecret], ["payment_method_data[type]", "card"], ...card];
  const confirmation = new URL(`/__local/stripe/v1/payment_intents/${orderIntent}/confirm`, origin);
  const paid = await request(sent.step, confirmation, () => ({
    method: "POST",
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    body: new URLSearchParams(fields),
  }));
  if (!paid.ok && !(await isPaidAlready(paid.clone()))) throw await toDemoError(sent.step, paid);
  await paid.body?.cancel();
  return { orderIntent };
}

/** True if an earlier run confirmed the payment but ended before it completed the order. */
async function isPaidAlready(refusal: Response): Promise<boolean> {
  const { error } = (await refusal.json()) as { error?: { code?: string; payment_intent?: { status?: string } } };
  return error?.code === "payment_intent_unexpected_state" && error.payment_intent?.status === "succeeded";
}
