import type Stripe from "stripe";
import * as z from "zod/mini";
import { invalid, missing } from "./errors.ts";
import { Integer, Metadata, parseParameters } from "./form.ts";
import { listMethods } from "./payment-methods.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { newId } from "./state.ts";

const CustomerForm = { email: z.optional(z.string()), name: z.optional(z.string()), metadata: Metadata };

export function createCustomer({ params }: Call, { state, now }: Service): Stripe.Customer {
  const { email = null, name = null, metadata = {} } = parseParameters(CustomerForm, params);
  return state.put<Stripe.Customer>({
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name,
    phone: null,
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  });
}

/** A deleted customer can still be read. */
export function readCustomer(call: Call, { state }: Service) {
  parseParameters({}, call.params);
  return state.get("customer", pathId(call));
}

/** Deletes a customer with the payment methods that belong to it. */
export function deleteCustomer(call: Call, { state }: Service): Stripe.DeletedCustomer {
  const { id } = customerAt(call, state);
  for (const method of listMethods(state, id)) state.put({ ...method, customer: null });
  return state.put<Stripe.DeletedCustomer>({ id, object: "customer", deleted: true });
}

type State = Service["state"];

function findCustomer(state: State, id: string): Stripe.Customer | undefined {
  const found = state.find("customer", id);
  return found?.deleted ? undefined : found;
}

/** The customer in the path; throws Stripe's 404 for one that is deleted. */
function customerAt(call: Call, state: State): Stripe.Customer {
  const customer = findCustomer(state, pathId(call));
  if (!customer) throw missing("customer", pathId(call));
  return customer;
}

/** A customer that a parameter names has to be there: a parameter that doesn't is a wrong one, and no missing object. */
export function requireCustomer(state: State, id: string): void {
  if (findCustomer(state, id)) return;
  throw invalid(`No such customer: '${id}'`, { code: "resource_missing", param: "customer" });
}

const ListForm = { limit: z._default(Integer, 10), type: z.optional(z.string()) };

export function listCustomerMethods(call: Call, { state }: Service): Stripe.ApiList<Stripe.PaymentMethod> {
  const { limit, type } = parseParameters(ListForm, call.params);
  if (limit < 1 || limit > 100) throw invalid("This value must be between 1 and 100.", { param: "limit" });
  const { id } = customerAt(call, state);
  const all = listMethods(state, id).filter((method) => type === undefined || method.type === type);
  return {
    object: "list",
    data: all.slice(0, limit),
    has_more: all.length > limit,
    url: `/v1/customers/${id}/payment_methods`,
  };
}

/** One that belongs to another customer is none of this one's. */
export function readCustomerMethod(call: Call, { state }: Service): Stripe.PaymentMethod {
  parseParameters({}, call.params);
  const { id } = customerAt(call, state);
  const methodId = pathId(call, 1);
  const method = listMethods(state, id).find((each) => each.id === methodId);
  if (!method) throw missing("PaymentMethod", methodId, "payment_method");
  return method;
}
