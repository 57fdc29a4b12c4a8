import type Stripe from "stripe";
import * as z from "zod/mini";
import { buildDecline, cardOfTestId, getCard, isValidCardNumber, type TestCard } from "./cards.ts";
import { charge } from "./charges.ts";
import { invalid, missing, StripeError } from "./errors.ts";
import { Flag, parseParameters } from "./form.ts";
import { authorizeIntent, unexpectedState } from "./payment-intents.ts";
import { keepMethod, Redisplay, storeCard, storedCard } from "./payment-methods.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { newId } from "./state.ts";

const BillingDetails = z.object({
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  address: z.optional(z.record(z.string(), z.string())),
});
const Card = z.object({ number: z.string(), exp_month: z.string(), exp_year: z.string(), cvc: z.string() });
const ConfirmForm = {
  client_secret: z.optional(z.string()),
  payment_method: z.optional(z.string()),
  payment_method_data: z.optional(
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("card"),
        card: Card,
        allow_redisplay: z.optional(Redisplay),
        billing_details: z.optional(BillingDetails),
      }),
      z.object({ type: z.literal("amazon_pay"), billing_details: z.optional(BillingDetails) }),
    ]),
  ),
  receipt_email: z.optional(z.string()),
  return_url: z.optional(z.string()),
  setup_future_usage: z.optional(z.enum(["off_session", "on_session"])),
  use_stripe_sdk: z.optional(Flag),
};

/** Validates the card data of the form. */
function parseCard(params: z.output<typeof Card>, now: number): TestCard {
  const number = params.number.replaceAll(/\s/g, "");
  if (!isValidCardNumber(number)) throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  const ends = Date.UTC(2000 + (Number(params.exp_year) % 100), Number(params.exp_month)) / 1000;
  if (!(ends > now)) throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (!/^\d{3,4}$/.test(params.cvc)) throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  return getCard(number);
}

const cardError = (code: string, message: string, param: string) =>
  new StripeError(402, "card_error", message, { code, param });

export function confirmPaymentIntent(call: Call, service: Service): Stripe.PaymentIntent {
  const form = parseParameters(ConfirmForm, call.params);
  const intent = authorizeIntent(call, service.state.get("payment_intent", pathId(call), "intent"));
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's payment_method could not be updated because it has a status of ${intent.status}. You may only update the payment_method of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const { payment_method_data: method } = form;
  const type = method?.type ?? "card";
  if (!intent.payment_method_types.includes(type)) {
    throw invalid(`The payment method type "${type}" is invalid for this PaymentIntent.`, { param: "payment_method" });
  }
  if (method?.type === "amazon_pay") return requireRedirect(service, intent, form.return_url);
  const stored = form.payment_method ? storedCard(service, form.payment_method, intent) : undefined;
  const given = form.payment_method
    ? cardOfTestId(form.payment_method)
    : method && parseCard(method.card, service.now());
  const card = stored ?? given;
  if (!card) {
    if (form.payment_method) throw missing("PaymentMethod", form.payment_method, "payment_method");
    throw invalid("You cannot confirm this PaymentIntent because it's missing a payment method.", {
      code: "payment_intent_unexpected_state",
    });
  }
  const billing = method?.billing_details;
  const used = stored
    ? form.payment_method
    : storeCard(service, card, { ...method?.card, allow_redisplay: method?.allow_redisplay, billing }).id;
  const started: Stripe.PaymentIntent = {
    ...intent,
    payment_method: used ?? null,
    receipt_email: form.receipt_email ?? intent.receipt_email,
    setup_future_usage: form.setup_future_usage ?? intent.setup_future_usage,
  };
  return card.authenticates ? requireAction(service, started, card) : completePayment(service, started, card, billing);
}

/** Sets the status requires_action (3D Secure); the browser script shows the challenge. */
function requireAction(
  { state, emitEvent }: Service,
  intent: Stripe.PaymentIntent,
  card: TestCard,
): Stripe.PaymentIntent {
  const waiting = state.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_action",
    next_action: { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_2", card: card.number } },
  });
  emitEvent("payment_intent.requires_action", waiting);
  return waiting;
}

/** The payer confirms on a page of the payment method's and comes back to the return URL. */
function requireRedirect(
  { state, url, emitEvent }: Service,
  intent: Stripe.PaymentIntent,
  return_url?: string,
): Stripe.PaymentIntent {
  if (!return_url)
    throw invalid("A return_url must be specified because this payment method redirects.", { param: "return_url" });
  const waiting = state.put<Stripe.PaymentIntent>({
    ...intent,
    payment_method: newId("pm"),
    status: "requires_action",
    next_action: { type: "redirect_to_url", redirect_to_url: { return_url, url: `${url()}/redirects/${intent.id}` } },
  });
  emitEvent("payment_intent.requires_action", waiting);
  return waiting;
}

/** The payment that waits for its payer on the page of its payment method; undefined where none does. */
export function findRedirected({ state }: Service, id: string): Stripe.PaymentIntent | undefined {
  const intent = state.all("payment_intent").find((each) => each.id === id);
  return intent?.next_action?.redirect_to_url ? intent : undefined;
}

/** Ends the visit of that page, and returns the address to which its payer is sent back. */
export function finishRedirect(service: Service, intent: Stripe.PaymentIntent, outcome: "succeed" | "fail"): string {
  const back = new URL(intent.next_action?.redirect_to_url?.return_url ?? "");
  if (outcome === "succeed") charge(service, intent, undefined);
  else failAuthentication(service, intent);
  back.searchParams.set("payment_intent", intent.id);
  back.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  back.searchParams.set("redirect_status", outcome === "succeed" ? "succeeded" : "failed");
  return back.href;
}

const AuthenticateForm = { client_secret: z.optional(z.string()), outcome: z.enum(["succeed", "fail"]) };

/** The result of the 3D Secure challenge, sent by the stand-in's own browser script. */
export function authenticatePaymentIntent(call: Call, service: Service): Stripe.PaymentIntent {
  const { outcome } = parseParameters(AuthenticateForm, call.params);
  const intent = authorizeIntent(call, service.state.get("payment_intent", pathId(call), "intent"));
  if (intent.status !== "requires_action") throw unexpectedState(intent, "This PaymentIntent asks for no second step.");
  const sdk = intent.next_action?.use_stripe_sdk as { card?: string } | undefined;
  if (outcome === "succeed") return completePayment(service, intent, getCard(sdk?.card ?? ""));
  return failAuthentication(service, intent);
}

function failAuthentication(service: Service, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const message =
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
  return failPayment(service, intent, {
    code: "payment_intent_authentication_failure",
    message,
    type: "invalid_request_error",
  });
}

function completePayment(
  service: Service,
  intent: Stripe.PaymentIntent,
  card: TestCard,
  billing?: z.output<typeof BillingDetails>,
): Stripe.PaymentIntent {
  if (card.declines) {
    const decline = buildDecline(card.declines);
    const failed = failPayment(service, intent, { ...decline, type: "card_error" });
    throw new StripeError(402, "card_error", decline.message, {
      code: decline.code,
      decline_code: decline.decline_code,
      payment_intent: failed,
    });
  }
  const paid = charge(service, intent, card, billing);
  keepMethod(service, paid);
  return paid;
}

function failPayment(
  { state, emitEvent }: Service,
  intent: Stripe.PaymentIntent,
  error: { type: "card_error" | "invalid_request_error"; code: string; message: string; decline_code?: string },
): Stripe.PaymentIntent {
  const failed = state.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: { ...error, code: error.code as Stripe.PaymentIntent.LastPaymentError.Code },
  });
  emitEvent("payment_intent.payment_failed", failed);
  return failed;
}
