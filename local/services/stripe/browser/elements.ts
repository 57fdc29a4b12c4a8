import type { Appearance, StripeError, StripePaymentElementOptions } from "@stripe/stripe-js";
import type { BrowserApi } from "./api.ts";
import { createPaymentElement } from "./payment-element.ts";

export interface GroupOptions {
  readonly mode?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly clientSecret?: string;
  readonly customerSessionClientSecret?: string;
  readonly allowedPaymentMethodTypes?: readonly string[];
  readonly appearance?: Appearance;
}

/** A group of elements, and what a confirmation needs of it. */
export interface Group {
  readonly element: ReturnType<typeof createPaymentElement> | undefined;
  readonly fields: StripePaymentElementOptions["fields"];
  /** In cents; undefined for a group made from a payment's secret. */
  readonly amount: number | undefined;
  readonly isSubmitted: boolean;
}

const groups = new WeakMap<object, () => Group>();

/** The group of an object that `elements()` returned. */
export const findGroup = (elements: object): Group | undefined => groups.get(elements)?.();

const ALL = ["card", "amazon_pay"];

export function createElements(api: BrowserApi, options: GroupOptions = {}) {
  let { amount } = options;
  if (!options.clientSecret && !(options.mode === "payment" && amount && options.currency)) {
    throw new Error(
      "IntegrationError: In order to create a payment element, pass a clientSecret or a mode with its amount and currency.",
    );
  }
  let element: Group["element"];
  let fields: Group["fields"];
  let isSubmitted = false;
  const group = {
    create(type: string, settings: StripePaymentElementOptions = {}) {
      if (type !== "payment") throw new Error(`IntegrationError: Stripe's stand-in has no element ${type}.`);
      if (element) throw new Error("IntegrationError: Can only create one Element of type payment.");
      fields = settings.fields;
      element = createPaymentElement(options.allowedPaymentMethodTypes ?? ALL, options.appearance);
      const session = options.customerSessionClientSecret;
      if (session) void element.offerSaved(api, session, options.clientSecret);
      return element.element;
    },
    getElement: () => element?.element ?? null,
    update(changes: Pick<GroupOptions, "amount" | "appearance">) {
      amount = changes.amount ?? amount;
      if (changes.appearance) element?.style(changes.appearance);
    },
    async submit(): Promise<{ error?: StripeError }> {
      const error = element?.validate();
      isSubmitted = !error;
      return error ? { error } : {};
    },
  };
  groups.set(group, () => ({ element, fields, amount: options.clientSecret ? undefined : amount, isSubmitted }));
  return group;
}
