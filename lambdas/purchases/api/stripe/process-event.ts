import * as z from "zod/mini";
import { releaseIntent } from "../../order/end-intent.ts";
import { finalizeOrder } from "../../order/finalize-order.ts";
import { findIntent } from "../../order/find-intent.ts";
import { returnOrder } from "../../order/return-order.ts";
import { syncDispute } from "../../order/sync-dispute.ts";
import { belongingOf, findCharge, findDispute, findPayment, known } from "../../stripe/request-payment.ts";
import { ownerOf, syncSellerAccount } from "../../stripe/seller-account.ts";
import type { StripeServices } from "./services.ts";

/** Why an event changed nothing. */
type Reason =
  | "malformed"
  | "not subscribed"
  | "unknown to the provider"
  | "not ours"
  /** An order is refunded as a whole or not at all. */
  | "refunded in part";

/** What an event is about; what has become of it since is asked of the provider, as events come late and shuffled. */
type Follow = (services: StripeServices, objectId: string, eventId: string) => Promise<Reason | undefined>;

const FOLLOWED: ReadonlyMap<string, Follow> = new Map([
  ["payment_intent.succeeded", followPayment],
  // The buyer may try another card until the time is over.
  ["payment_intent.payment_failed", followPayment],
  ["payment_intent.canceled", followPayment],
  ["charge.refunded", followCharge],
  ["charge.dispute.created", followDisputeOf],
  ["charge.dispute.closed", followDisputeOf],
  ["account.updated", syncAccount],
]);

const StripeId = z.string().check(z.regex(/^\w{1,255}$/));
const Event = z.object({ id: StripeId, type: z.string() });
const Subject = z.object({ data: z.object({ object: z.object({ id: StripeId }) }) });

/** An event that changed nothing, as it is logged. */
export interface Unrelated {
  readonly eventId?: string;
  readonly type?: string;
  readonly objectId?: string;
  readonly reason: Reason;
}

/**
 * Does what an event of the provider asks for, once however often it comes. Answers why there was nothing to do, where
 * there was nothing: the account may serve other applications, and send what nobody subscribed to.
 */
export async function processEvent(services: StripeServices, sent: unknown): Promise<Unrelated | undefined> {
  const event = Event.safeParse(sent).data;
  if (!event) return { reason: "malformed" };
  const { id: eventId, type } = event;
  const follow = FOLLOWED.get(type);
  if (!follow) return { eventId, type, reason: "not subscribed" };
  const objectId = Subject.safeParse(sent).data?.data.object.id;
  if (!objectId) return { eventId, type, reason: "malformed" };
  const reason = await follow(services, objectId, eventId);
  return reason && { eventId, type, objectId, reason };
}

async function followPayment(services: StripeServices, paymentId: string, eventId: string) {
  const { table, payments } = services;
  const payment = await findPayment(payments.stripe, paymentId);
  if (!payment) return "unknown to the provider";
  const belonging = belongingOf(payment);
  if (!belonging) return "not ours";
  if (payment.status === "succeeded" && !(await finalizeOrder(services, payment, eventId))) return "not ours";
  if (payment.status !== "canceled") return undefined;
  const intent = await findIntent(table, belonging);
  if (!intent) return "not ours";
  if (intent.orderId === belonging.orderId) await releaseIntent(table, intent, "canceled");
  return undefined;
}

/** The order of a charge, placed now if the event of its payment is still on its way; this one is not recorded with that. */
async function orderOf(services: StripeServices, paymentId: string | { id: string } | null) {
  if (!paymentId) return undefined;
  const id = typeof paymentId === "string" ? paymentId : paymentId.id;
  const payment = await findPayment(services.payments.stripe, id);
  return payment && finalizeOrder(services, payment);
}

async function followCharge(services: StripeServices, chargeId: string, eventId: string) {
  const charge = await findCharge(services.payments.stripe, chargeId);
  if (!charge) return "unknown to the provider";
  if (!charge.refunded) return "refunded in part";
  const order = await orderOf(services, charge.payment_intent);
  if (!order) return "not ours";
  await returnOrder(services, order.orderId, { by: "refund", eventId });
  return undefined;
}

/** Looks again after the write: another event may have been handled in between, about a state that is newer. */
async function followDisputeOf(services: StripeServices, disputeId: string, eventId: string) {
  const { stripe } = services.payments;
  let dispute = await findDispute(stripe, disputeId);
  if (!dispute) return "unknown to the provider";
  const order = await orderOf(services, dispute.payment_intent);
  if (!order) return "not ours";
  for (let seen: string | undefined; dispute && seen !== dispute.status; ) {
    await syncDispute(services, order, dispute, eventId);
    seen = dispute.status;
    dispute = await findDispute(stripe, disputeId);
  }
  return undefined;
}

async function syncAccount(services: StripeServices, accountId: string) {
  const account = await known(syncSellerAccount(services, accountId));
  if (!account) return "unknown to the provider";
  return ownerOf(account) ? undefined : "not ours";
}
