import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import type Stripe from "stripe";
import { LIMITS } from "#shared/limits.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { conditionHeld, ifUnchanged } from "../../../platform/table/conditions.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import type { User } from "../../users/find-user.ts";
import { findOpenUser, OPEN } from "../../users/open-account.ts";
import { UserEntity } from "../../users/user.entity.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { getId } from "./read-charge.ts";
import { isGoneCustomer, isRefusal, undefinedIfMissing } from "./stripe-errors.ts";

interface Services extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
  readonly payments: Payments;
}

/** Stripe repeats a failure under its idempotency key for a day, so the key changes every minute. */
const ATTEMPT_MS = 60_000;

/** Offers only cards that buyers agreed to save, and saves them for payments that they start themselves. */
const FEATURES = {
  payment_method_redisplay: "enabled",
  payment_method_redisplay_limit: LIMITS.offeredPaymentMethods,
  payment_method_allow_redisplay_filters: ["always"],
  payment_method_save: "enabled",
  payment_method_save_usage: "on_session",
  payment_method_remove: "enabled",
} as const satisfies Stripe.CustomerSessionCreateParams.Components.PaymentElement.Features;

/** A secret by which the payment form may offer and save a customer's cards; `undefined` if Stripe has no such customer. */
async function openSession({ [CLIENT]: stripe }: Payments, customer: string): Promise<string | undefined> {
  try {
    const components = { payment_element: { enabled: true, features: FEATURES } };
    return (await stripe.customerSessions.create({ customer, components })).client_secret;
  } catch (error) {
    if (isGoneCustomer(error)) return undefined;
    throw error;
  }
}

/** Creates a user's Stripe customer, replacing a deleted one; concurrent calls return the one that was stored. */
async function makeCustomer({ table, payments, now }: Services, { userId, customerId: gone }: User) {
  const minute = Math.floor(now().getTime() / ATTEMPT_MS);
  const { id } = await payments[CLIENT].customers.create(
    { metadata: { userId } },
    { idempotencyKey: buildIdempotencyKey("customer", userId, gone ?? "", minute) },
  );
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId, customerId: id })
    .options({ condition: { and: [OPEN, ifUnchanged("customerId", gone)] } });
  if (await conditionHeld(table.send(change))) return id;
  const kept = (await findOpenUser(table, userId))?.customerId;
  if (kept !== id) await deleteCustomer(payments, id);
  return kept;
}

/** A secret for this user's payment form; creates a Stripe customer if needed. `undefined` once the account is closed. */
export async function openCustomerSession(services: Services, user: User): Promise<string | undefined> {
  const { payments } = services;
  const opened = user.customerId && (await openSession(payments, user.customerId));
  if (opened) return opened;
  const made = await makeCustomer(services, user);
  return made && openSession(payments, made);
}

/** Removes from a user a customer id that Stripe doesn't have any more. */
export async function removeCustomer(
  table: OpenTable,
  { buyerId, customerId }: { readonly buyerId: string; readonly customerId?: string | undefined },
): Promise<void> {
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId: buyerId, customerId: $remove() })
    .options({ condition: { and: [OPEN, ifUnchanged("customerId", customerId)] } });
  await conditionHeld(table.send(change));
}

/** Deletes a customer with all saved cards; a missing one is fine. */
export const deleteCustomer = ({ [CLIENT]: stripe }: Payments, customerId: string) =>
  undefinedIfMissing(stripe.customers.del(customerId));

/** A customer's saved cards, newest first; none if Stripe has no such customer. */
export async function findSavedMethods(
  { [CLIENT]: stripe }: Payments,
  customerId: string,
): Promise<readonly Stripe.PaymentMethod[]> {
  const limit = LIMITS.savedPaymentMethods;
  return (await undefinedIfMissing(stripe.customers.listPaymentMethods(customerId, { limit })))?.data ?? [];
}

/** Removes one of a customer's saved cards for good; false if they have no such card. */
export async function removeSavedMethod({ [CLIENT]: stripe }: Payments, customerId: string, methodId: string) {
  try {
    const { customer } = await stripe.customers.retrievePaymentMethod(customerId, methodId);
    if (!customer || getId(customer) !== customerId) return false;
    await stripe.paymentMethods.detach(methodId);
    return true;
  } catch (error) {
    // Stripe refuses other customers' methods, and one that was removed meanwhile.
    if (isRefusal(error)) return false;
    throw error;
  }
}
