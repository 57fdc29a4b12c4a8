import type Stripe from "stripe";
import * as z from "zod/mini";
import { getCard, type TestCard } from "./cards.ts";
import { type Billing, toBillingDetails } from "./charge-object.ts";
import { invalid } from "./errors.ts";
import { parseParameters } from "./form.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { newId } from "./state.ts";

type State = Service["state"];

/** Where a payment method may be offered again. */
export const Redisplay = z.enum(["always", "limited", "unspecified"]);

/** A customer's payment methods, newest first. */
export const listMethods = (state: State, customerId: string) =>
  state.all("payment_method").filter(({ customer }) => customer === customerId);

/** A card as a payment method; its fingerprint identifies the test card. */
export function storeCard(
  { state, now }: Service,
  card: TestCard,
  {
    exp_month = "12",
    exp_year = "40",
    allow_redisplay = "unspecified",
    billing = {},
  }: {
    readonly exp_month?: string | undefined;
    readonly exp_year?: string | undefined;
    readonly allow_redisplay?: z.output<typeof Redisplay> | undefined;
    readonly billing?: Billing | undefined;
  },
): Stripe.PaymentMethod {
  return state.put<Stripe.PaymentMethod>({
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay,
    billing_details: toBillingDetails(billing),
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: Number(exp_month),
      exp_year: 2000 + (Number(exp_year) % 100),
      fingerprint: card.number,
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  });
}

/** The test card behind a stored payment method, which pays for its own customer alone; undefined where there is none. */
export function storedCard({ state }: Service, methodId: string, intent: Stripe.PaymentIntent): TestCard | undefined {
  const method = state.find("payment_method", methodId);
  if (!method) return undefined;
  if (!method.customer) {
    throw invalid(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.",
      { param: "payment_method" },
    );
  }
  if (method.customer !== intent.customer) {
    throw invalid(
      `The PaymentMethod ${methodId} does not belong to the Customer that you supplied. Please use it with the Customer it belongs to.`,
      { param: "payment_method" },
    );
  }
  return getCard(method.card?.fingerprint ?? "");
}

/** Once a payment that is to be repeated has succeeded, its payment method belongs to its customer. */
export function keepMethod({ state }: Service, { customer, payment_method, setup_future_usage }: Stripe.PaymentIntent) {
  const method = customer && setup_future_usage ? state.find("payment_method", String(payment_method)) : undefined;
  if (method) state.put({ ...method, customer: String(customer) });
}

export function detach(state: State, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (!method.customer) {
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.", {
      param: "payment_method",
    });
  }
  return state.put({ ...method, customer: null });
}

export function detachMethod(call: Call, { state }: Service): Stripe.PaymentMethod {
  parseParameters({}, call.params);
  return detach(state, state.get("payment_method", pathId(call), "payment_method"));
}
