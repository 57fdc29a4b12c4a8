import type { ConfirmPaymentData, PaymentIntent, StripeError } from "@stripe/stripe-js";
import { type Answer, openApi } from "./api.ts";
import { showChallenge } from "./challenge.ts";
import { createElements, findGroup, type Group, type GroupOptions } from "./elements.ts";

/** The script's own folder is the stand-in's base URL. */
const BASE = new URL(".", (document.currentScript as HTMLScriptElement).src).href.replace(/\/$/, "");

/** The version that @stripe/stripe-js checks. */
const VERSION = "endive";

/** Turns a failed payment's last_payment_error into an error result. */
function toOutcome(answer: Answer): Answer {
  const { paymentIntent } = answer;
  if (paymentIntent?.status !== "requires_payment_method" || !paymentIntent.last_payment_error) return answer;
  return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } as StripeError };
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Details that the element must never collect have to be passed. */
function checkDetails(fields: unknown, passed: unknown, path: string) {
  for (const [name, rule] of Object.entries((fields ?? {}) as object)) {
    const key = `${path}.${snakeCase(name)}`;
    const value = (passed as Record<string, unknown> | undefined)?.[snakeCase(name)];
    if (typeof rule === "object") checkDetails(rule, value, key);
    else if (rule === "never" && value === undefined) {
      throw new Error(
        `IntegrationError: You specified "never" for fields.${key} when creating the payment Element, but did not pass it.`,
      );
    }
  }
}

function checkGroup(group: Group | undefined, confirmParams: Partial<ConfirmPaymentData>) {
  if (!group?.element) throw new Error("IntegrationError: confirmPayment needs a payment element of this page.");
  if (group.amount !== undefined && !group.isSubmitted) {
    throw new Error("IntegrationError: elements.submit() must be called before stripe.confirmPayment().");
  }
  if (!confirmParams.return_url) throw new Error("IntegrationError: confirmPayment needs a return_url.");
  const { fields } = group;
  const details = typeof fields?.billingDetails === "object" ? fields.billingDetails : {};
  checkDetails(details, confirmParams.payment_method_data?.billing_details, "billing_details");
  return group.element;
}

interface Confirmation {
  readonly elements: object;
  readonly clientSecret: string;
  readonly confirmParams: Partial<ConfirmPaymentData>;
}

function openStripe(publishableKey: string) {
  const api = openApi(BASE, publishableKey);

  async function authenticate(secret: string, intent: PaymentIntent): Promise<Answer> {
    const outcome = await showChallenge(intent.amount, intent.currency);
    return toOutcome(await api.intent(secret, "/authenticate", { outcome }));
  }

  /** Redirects where the payment method asks for it, and then never resolves, as the page goes. */
  async function confirmPayment({ elements, clientSecret, confirmParams }: Confirmation): Promise<Answer> {
    const group = findGroup(elements);
    const element = checkGroup(group, confirmParams);
    const error = element.validate();
    if (error) return { error };
    const current = await api.intent(clientSecret, "");
    if (group?.amount !== undefined && current.paymentIntent && current.paymentIntent.amount !== group.amount) {
      throw new Error("IntegrationError: The amount of the Elements instance differs from that of the PaymentIntent.");
    }
    const { return_url, receipt_email, payment_method_data } = confirmParams;
    const answer = await api.intent(clientSecret, "/confirm", {
      ...element.chosen(payment_method_data?.billing_details),
      receipt_email,
      return_url,
      use_stripe_sdk: true,
    });
    const { paymentIntent } = answer;
    if (paymentIntent?.status !== "requires_action") return answer;
    const { redirect_to_url } = paymentIntent.next_action ?? {};
    if (!redirect_to_url?.url) return authenticate(clientSecret, paymentIntent);
    location.assign(redirect_to_url.url);
    return new Promise(() => {});
  }

  return {
    elements: (options?: GroupOptions) => createElements(api, options),
    confirmPayment,
    retrievePaymentIntent: (secret: string) => api.intent(secret, ""),
    _registerWrapper() {},
  };
}

Object.assign(window, { Stripe: Object.assign(openStripe, { version: VERSION }) });
