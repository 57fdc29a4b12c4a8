import type Stripe from "stripe";
import * as z from "zod/mini";
import { requireCustomer } from "./customers.ts";
import { invalid, unauthorized } from "./errors.ts";
import { Flag, Integer, Metadata, PositiveInteger, parseParameters } from "./form.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { randomText } from "./state.ts";
import { checkCalculation } from "./tax-calculations.ts";
import { associate } from "./tax-transactions.ts";
import { requirePayee } from "./transfers.ts";

/** Stripe's limits for a charge in US dollars, in cents. */
const [MIN_AMOUNT, MAX_AMOUNT] = [50, 99_999_999];

/** The methods that the stand-in's only platform has switched on, and that take US dollars. */
const COMPATIBLE = ["card", "amazon_pay"];

const IntentForm = {
  amount: Integer,
  currency: z.string(),
  customer: z.optional(z.string()),
  application_fee_amount: z.optional(PositiveInteger),
  on_behalf_of: z.optional(z.string()),
  transfer_data: z.optional(z.object({ destination: z.string() })),
  transfer_group: z.optional(z.string()),
  allowed_payment_method_types: z.optional(z.array(z.string())),
  automatic_payment_methods: z.optional(
    z.object({ enabled: Flag, allow_redirects: z.optional(z.enum(["always", "never"])) }),
  ),
  payment_method_types: z.optional(z.array(z.string())),
  description: z.optional(z.string()),
  receipt_email: z.optional(z.string()),
  statement_descriptor_suffix: z.optional(z.string()),
  hooks: z.optional(z.object({ inputs: z.object({ tax: z.object({ calculation: z.string() }) }) })),
  metadata: Metadata,
};

export function createPaymentIntent({ params }: Call, service: Service): Stripe.PaymentIntent {
  const { state, now, emitEvent } = service;
  const form = parseParameters(IntentForm, params);
  checkDescriptor(form.statement_descriptor_suffix);
  checkAmounts(form.amount, form.application_fee_amount);
  if (form.customer !== undefined) requireCustomer(state, form.customer);
  for (const account of [form.transfer_data?.destination, form.on_behalf_of]) {
    if (account !== undefined) requirePayee(service, account, "transfer_data[destination]");
  }
  if (form.application_fee_amount !== undefined && !form.transfer_data) {
    throw invalid(
      "Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment or destination payment.",
      {
        param: "application_fee_amount",
      },
    );
  }
  const { allowed_payment_method_types: allowed } = form;
  if (allowed && (form.automatic_payment_methods || form.payment_method_types)) {
    throw invalid(
      "You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods, payment_method_types.",
    );
  }
  const calculation = form.hooks?.inputs.tax.calculation;
  if (calculation) checkCalculation(service, calculation);
  const id = service.nextPaymentId();
  const intent = state.put<Stripe.PaymentIntent>({
    id,
    object: "payment_intent",
    allowed_payment_method_types: allowed ?? null,
    amount: form.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: form.application_fee_amount ?? null,
    automatic_payment_methods: form.automatic_payment_methods ?? null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: now(),
    currency: form.currency.toLowerCase(),
    customer: form.customer ?? null,
    customer_account: null,
    description: form.description ?? null,
    excluded_payment_method_types: null,
    ...(form.hooks ? { hooks: form.hooks } : {}),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: form.metadata ?? {},
    next_action: null,
    on_behalf_of: form.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: allowed?.filter((type) => COMPATIBLE.includes(type)) ?? form.payment_method_types ?? ["card"],
    payment_record: null,
    processing: null,
    receipt_email: form.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: form.statement_descriptor_suffix ?? null,
    status: "requires_payment_method",
    transfer_data: form.transfer_data ?? null,
    transfer_group: form.transfer_group ?? (form.transfer_data ? `group_${id}` : null),
  });
  if (calculation) associate(service, id, calculation);
  emitEvent("payment_intent.created", intent);
  return intent;
}

/** With the account's prefix and a separator at most 22 Latin characters, of which one is a letter. */
function checkDescriptor(suffix = "A") {
  if (suffix.length > 20 || !/^[ -~]+$/.test(suffix) || /[<>\\'"*]/.test(suffix) || !/[A-Za-z]/.test(suffix)) {
    throw invalid("The statement descriptor suffix is invalid.", { param: "statement_descriptor_suffix" });
  }
}

function checkAmounts(amount: number, fee = 0) {
  if (amount < MIN_AMOUNT) {
    throw invalid("Amount must be at least $0.50 usd", { code: "amount_too_small", param: "amount" });
  }
  if (amount > MAX_AMOUNT)
    throw invalid("Amount must be no more than $999,999.99", { code: "amount_too_large", param: "amount" });
  if (fee >= amount) {
    throw invalid("The application_fee_amount must be less than the amount.", { param: "application_fee_amount" });
  }
}

/** A browser can read a payment intent only with its client secret. */
export function readPaymentIntent(call: Call, { state }: Service): Stripe.PaymentIntent {
  const { client_secret: _secret, expand: _expand, ...others } = call.params;
  parseParameters({}, others);
  return authorizeIntent(call, state.get("payment_intent", pathId(call), "intent"));
}

export function authorizeIntent({ fromBrowser, params }: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  if (fromBrowser && params.client_secret !== intent.client_secret) {
    throw unauthorized(
      "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    );
  }
  return intent;
}

/** The fields of a payment intent that a browser gets. */
const BROWSER_FIELDS: readonly (keyof Stripe.PaymentIntent)[] = [
  "id",
  "object",
  "amount",
  "canceled_at",
  "cancellation_reason",
  "client_secret",
  "created",
  "currency",
  "description",
  "last_payment_error",
  "livemode",
  "next_action",
  "payment_method",
  "payment_method_types",
  "receipt_email",
  "status",
];

const isIntent = (answer: object) => "object" in answer && answer.object === "payment_intent";

/** An answer as a browser gets it. */
export const browserView = (answer: object) =>
  isIntent(answer)
    ? Object.fromEntries(
        Object.entries(answer).filter(([name]) => (BROWSER_FIELDS as readonly string[]).includes(name)),
      )
    : answer;

const CANCELABLE: readonly string[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
];

const CancelForm = {
  cancellation_reason: z.optional(z.enum(["duplicate", "fraudulent", "requested_by_customer", "abandoned"])),
};

export function cancelPaymentIntent(call: Call, { state, now, emitEvent }: Service): Stripe.PaymentIntent {
  const { cancellation_reason = null } = parseParameters(CancelForm, call.params);
  const intent = state.get("payment_intent", pathId(call), "intent");
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
    );
  }
  const canceled = state.put({
    ...intent,
    status: "canceled",
    canceled_at: now(),
    cancellation_reason,
    next_action: null,
  });
  emitEvent("payment_intent.canceled", canceled);
  return canceled;
}

export const unexpectedState = (payment_intent: Stripe.PaymentIntent, message: string) =>
  invalid(message, { code: "payment_intent_unexpected_state", payment_intent });
