import type Stripe from "stripe";
import * as z from "zod/mini";
import { invalid } from "./errors.ts";
import { Metadata, parseParameters } from "./form.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { newId } from "./state.ts";
import { withoutLines } from "./tax-calculations.ts";

/** The association of a payment with its calculation; payments without one have none. */
const findPaymentAssociation = ({ state }: Pick<Service, "state">, payment: unknown) =>
  state.all("tax.association").find(({ payment_intent }) => payment_intent === payment);

const Payment = { payment_intent: z.string() };

export function findAssociation({ params }: Call, service: Service): Stripe.Tax.Association {
  const { payment_intent } = parseParameters(Payment, params);
  const found = findPaymentAssociation(service, payment_intent);
  if (!found) throw invalid(`No tax association was found for ${payment_intent}.`, { code: "resource_missing" });
  return found;
}

export const readTransaction = (call: Call, { state }: Service): object => {
  const { expand: _expand, ...others } = call.params;
  parseParameters({}, others);
  return withoutLines(call, state.get("tax.transaction", pathId(call)));
};

/** Associates a payment with its calculation. */
export function associate({ state }: Service, payment: string, calculation: string) {
  const id = newId("taxa");
  const tax_transaction_attempts: Stripe.Tax.Association["tax_transaction_attempts"] = [];
  state.put({ id, object: "tax.association", calculation, payment_intent: payment, tax_transaction_attempts });
}

function attempt({ state }: Service, payment: unknown, source: string, outcome: object) {
  const association = findPaymentAssociation({ state }, payment);
  if (!association) return;
  const status = "committed" in outcome ? "committed" : "errored";
  const attempts = [...(association.tax_transaction_attempts ?? []), { source, status, ...outcome }];
  state.put({ ...association, tax_transaction_attempts: attempts });
}

/** Records the tax of a payment that succeeded; a calculation counts for one payment. */
export function commit(service: Service, { id }: Stripe.PaymentIntent) {
  const { state } = service;
  const association = findPaymentAssociation(service, id);
  if (!association) return;
  const { calculation } = association;
  const { currency, customer, customer_details, line_items, tax_date } = state.get("tax.calculation", calculation);
  if (state.all("tax.transaction").some(({ reference }) => reference === calculation)) {
    const reason = "another_payment_associated_with_calculation";
    return attempt(service, id, id, { errored: { reason } });
  }
  const transaction = put(service, {
    currency,
    customer,
    customer_details,
    items: (line_items?.data ?? []).map(({ amount, amount_tax, reference: line, tax_behavior, tax_code }) => ({
      amount,
      amount_tax,
      reference: line,
      tax_behavior,
      tax_code,
      reversal: null,
    })),
    reference: calculation,
    reversal: null,
    tax_date,
    metadata: null,
  });
  attempt(service, id, id, { committed: { transaction: transaction.id } });
}

type Item = Pick<
  Stripe.Tax.TransactionLineItem,
  "amount" | "amount_tax" | "reference" | "tax_behavior" | "tax_code" | "reversal"
>;

type Recorded = Pick<
  Stripe.Tax.Transaction,
  "currency" | "customer" | "customer_details" | "reference" | "reversal" | "tax_date" | "metadata"
> & { readonly items: readonly Item[] };

function put({ state, now }: Service, { items, ...recorded }: Recorded): Stripe.Tax.Transaction {
  const id = newId("tax");
  const type = recorded.reversal ? "reversal" : "transaction";
  const data = items.map((item) => ({
    ...item,
    id: newId("tax_li"),
    object: "tax.transaction_line_item" as const,
    livemode: false,
    metadata: null,
    product: null,
    quantity: 1,
    type,
  }));
  return state.put<Stripe.Tax.Transaction>({
    ...recorded,
    id,
    object: "tax.transaction",
    created: now(),
    line_items: { object: "list", data, has_more: false, url: `/v1/tax/transactions/${id}/line_items` },
    livemode: false,
    posted_at: now(),
    ship_from_details: null,
    shipping_cost: null,
    type,
  });
}

const ReversalForm = {
  mode: z.enum(["full", "partial"]),
  original_transaction: z.string(),
  reference: z.string(),
  flat_amount: z.optional(z.pipe(z.string().check(z.regex(/^-\d+$/)), z.transform(Number))),
  metadata: Metadata,
};

export function createTaxReversal(call: Call, service: Service): object {
  const form = parseParameters(ReversalForm, call.params);
  return withoutLines(call, reverse(service, form));
}

const sumGross = ({ line_items }: Stripe.Tax.Transaction) =>
  (line_items?.data ?? []).reduce((sum, { amount, amount_tax }) => sum + amount + amount_tax, 0);

/** Takes a part of a record out, in the share of each line, or all that is left of it. */
function reverse(service: Service, form: z.output<z.ZodMiniObject<typeof ReversalForm>>): Stripe.Tax.Transaction {
  const { state } = service;
  const { mode, original_transaction, reference, flat_amount, metadata = {} } = form;
  const original = state.get("tax.transaction", original_transaction, "original_transaction");
  const all = state.all("tax.transaction");
  if (all.some((other) => other.reference === reference)) {
    throw invalid(`A transaction with the reference ${reference} already exists.`, { param: "reference" });
  }
  const reversals = all.filter(({ reversal }) => reversal?.original_transaction === original_transaction);
  const undone = new Set(all.map(({ reversal }) => reversal?.original_transaction));
  const left =
    sumGross(original) + reversals.filter(({ id }) => !undone.has(id)).reduce((sum, each) => sum + sumGross(each), 0);
  if (mode === "partial" && flat_amount === undefined) {
    throw invalid("You must provide flat_amount, line_items or shipping_cost for a partial reversal.", {
      param: "flat_amount",
    });
  }
  const amount = mode === "full" ? -left : (flat_amount ?? 0);
  if (amount === 0 || Math.abs(amount) > Math.abs(left)) {
    throw invalid("The reversal is larger than what is left of the transaction.", { param: "flat_amount" });
  }
  const gross = sumGross(original);
  const items = (original.line_items?.data ?? []).map((item) => {
    const part = Math.round(((item.amount + item.amount_tax) * amount) / gross);
    const amount_tax = Math.round((item.amount_tax * amount) / gross);
    const reversal = { original_line_item: item.id };
    return { ...item, amount: part - amount_tax, amount_tax, reversal };
  });
  const { currency, customer, customer_details, tax_date } = original;
  return put(service, {
    currency,
    customer,
    customer_details,
    items,
    reference,
    reversal: { original_transaction },
    tax_date,
    metadata,
  });
}

/** The record of a payment or a refund. */
function findRecord(service: Service, payment: unknown, source: string) {
  const attempts = findPaymentAssociation(service, payment)?.tax_transaction_attempts ?? [];
  return attempts.findLast((each) => each.source === source)?.committed?.transaction;
}

/** Takes a refund out of the records of its payment's tax. */
export function commitRefund(service: Service, { id, amount, payment_intent }: Stripe.Refund) {
  const original_transaction = findRecord(service, payment_intent, String(payment_intent));
  if (!original_transaction) return;
  const form = { mode: "partial" as const, original_transaction, reference: id, flat_amount: -amount, metadata: {} };
  attempt(service, payment_intent, id, { committed: { transaction: reverse(service, form).id } });
}

/** Puts a refund that failed back into them. */
export function commitFailedRefund(service: Service, { id, payment_intent }: Stripe.Refund) {
  const original_transaction = findRecord(service, payment_intent, id);
  if (!original_transaction) return;
  const form = {
    mode: "full" as const,
    original_transaction,
    reference: `${id}_failed`,
    flat_amount: undefined,
    metadata: {},
  };
  attempt(service, payment_intent, id, { committed: { transaction: reverse(service, form).id } });
}

/** Cents, with and without tax, that the records have of a payment and all that followed. */
export function sumRecorded({ state }: Pick<Service, "state">, payment: string) {
  const first = findPaymentAssociation({ state }, payment)?.tax_transaction_attempts?.[0]?.committed?.transaction;
  const all = state.all("tax.transaction");
  const ids = new Set(first ? [first] : []);
  for (const { id, reversal } of all.toReversed()) if (ids.has(reversal?.original_transaction ?? "")) ids.add(id);
  const items = all.filter(({ id }) => ids.has(id)).flatMap(({ line_items }) => line_items?.data ?? []);
  return {
    gross: items.reduce((sum, { amount, amount_tax }) => sum + amount + amount_tax, 0),
    tax: items.reduce((sum, { amount_tax }) => sum + amount_tax, 0),
  };
}
