import type { ConfirmCardPaymentData, PaymentIntent, StripeError } from "@stripe/stripe-js";
import { type Answer, openApi } from "./api.ts";
import { cardIn, createCardElement } from "./card-element.ts";
import { expiryOf, type Field, problemOf } from "./card-rules.ts";
import { showChallenge } from "./challenge.ts";

/** The script's own folder is the stand-in's base URL. */
const BASE = new URL(".", (document.currentScript as HTMLScriptElement).src).href.replace(/\/$/, "");

/** The version that @stripe/stripe-js checks. */
const VERSION = "endive";

const incomplete = (code: string, message: string) =>
  ({ error: { type: "validation_error", code, message } as StripeError }) satisfies Answer;

/** The payment method's parameters: a card element's content or an existing id. */
function methodIn({ payment_method }: ConfirmCardPaymentData): object | { error: StripeError } {
  if (typeof payment_method === "string") return { payment_method };
  const { card: element, billing_details } = payment_method ?? {};
  const card = element && cardIn(element);
  if (!card) throw new Error("IntegrationError: confirmCardPayment needs a card element of this page.");
  for (const field of ["number", "expiry", "cvc"] as const satisfies Field[]) {
    const problem = problemOf(field, card, new Date());
    if (problem) return incomplete(problem.code, problem.message);
  }
  const { month, year } = expiryOf(card);
  const sent = { number: card.number.replaceAll(" ", ""), exp_month: month, exp_year: year, cvc: card.cvc };
  return { payment_method_data: { type: "card", card: sent, billing_details } };
}

/** Turns a failed payment's last_payment_error into an error result. */
function outcomeOf(answer: Answer): Answer {
  const { paymentIntent } = answer;
  if (paymentIntent?.status !== "requires_payment_method" || !paymentIntent.last_payment_error) return answer;
  return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } as StripeError };
}

function openStripe(publishableKey: string) {
  const call = openApi(BASE, publishableKey);

  async function authenticate(secret: string, intent: PaymentIntent): Promise<Answer> {
    const outcome = await showChallenge(intent.amount, intent.currency);
    return outcomeOf(await call(secret, "/authenticate", { outcome }));
  }

  async function confirmCardPayment(
    secret: string,
    data: ConfirmCardPaymentData = {},
    options: { handleActions?: boolean } = {},
  ): Promise<Answer> {
    const method = methodIn(data);
    if ("error" in method) return method as Answer;
    const answer = await call(secret, "/confirm", {
      ...method,
      receipt_email: data.receipt_email,
      use_stripe_sdk: true,
    });
    const { paymentIntent } = answer;
    const asks = paymentIntent?.status === "requires_action" && options.handleActions !== false;
    return asks ? authenticate(secret, paymentIntent) : answer;
  }

  async function handleNextAction({ clientSecret }: { clientSecret: string }): Promise<Answer> {
    const answer = await call(clientSecret, "");
    const { paymentIntent } = answer;
    return paymentIntent?.status === "requires_action" ? authenticate(clientSecret, paymentIntent) : answer;
  }

  return {
    elements: () => createElements(),
    confirmCardPayment,
    handleNextAction,
    handleCardAction: (clientSecret: string) => handleNextAction({ clientSecret }),
    retrievePaymentIntent: (secret: string) => call(secret, ""),
    _registerWrapper() {},
  };
}

function createElements() {
  const made = new Map<string, ReturnType<typeof createCardElement>>();
  return {
    create(type: string, options = {}) {
      if (type !== "card") throw new Error(`IntegrationError: Stripe's stand-in has a card element, but no ${type}.`);
      const element = createCardElement(options);
      made.set(type, element);
      return element;
    },
    getElement: (type: string) => made.get(type) ?? null,
    update() {},
  };
}

Object.assign(window, { Stripe: Object.assign(openStripe, { version: VERSION }) });
