import * as z from "zod/mini";
import { releaseIntent } from "../../order/end-intent.ts";
import { finalizeOrder } from "../../order/finalize-order.ts";
import { findIntent } from "../../order/find-intent.ts";
import { syncOrder } from "../../order/sync-order.ts";
import { findCharge, findDispute, findPayment, findRefund, paymentMetadataOf } from "../../stripe/request-payment.ts";
import { ownerOf, syncSellerAccount } from "../../stripe/seller-account.ts";
import { undefinedIfMissing } from "../../stripe/stripe-errors.ts";
import type { StripeServices } from "./services.ts";

/** Why an event changed nothing. */
type IgnoreReason = "malformed" | "not subscribed" | "unknown to the provider" | "not ours";

/** Handles an event about an object, whose present state is fetched from the provider: events come late and out of order. */
type EventHandler = (services: StripeServices, objectId: string, eventId: string) => Promise<IgnoreReason | undefined>;

const EVENT_HANDLERS: ReadonlyMap<string, EventHandler> = new Map([
  ["payment_intent.succeeded", handlePayment],
  // The buyer may try another card until the time is over.
  ["payment_intent.payment_failed", handlePayment],
  ["payment_intent.canceled", handlePayment],
  ["charge.refunded", handleCharge],
  ["refund.updated", handleRefund],
  ["refund.failed", handleRefund],
  ["charge.dispute.created", handleDispute],
  ["charge.dispute.updated", handleDispute],
  ["charge.dispute.funds_withdrawn", handleDispute],
  ["charge.dispute.funds_reinstated", handleDispute],
  ["charge.dispute.closed", handleDispute],
  ["account.updated", syncAccount],
]);

const StripeId = z.string().check(z.regex(/^\w{1,255}$/));
const Event = z.object({ id: StripeId, type: z.string() });
const Subject = z.object({ data: z.object({ object: z.object({ id: StripeId }) }) });

/** An event that changed nothing, as it is logged. */
export interface IgnoredEvent {
  readonly eventId?: string;
  readonly type?: string;
  readonly objectId?: string;
  readonly reason: IgnoreReason;
}

/**
 * Handles an event of the provider, once however often it comes. Returns why it changed nothing, if it did not: the
 * account may serve other applications, and send what nobody subscribed to.
 */
export async function processEvent(services: StripeServices, sent: unknown): Promise<IgnoredEvent | undefined> {
  const event = Event.safeParse(sent).data;
  if (!event) return { reason: "malformed" };
  const { id: eventId, type } = event;
  const handleEvent = EVENT_HANDLERS.get(type);
  if (!handleEvent) return { eventId, type, reason: "not subscribed" };
  const objectId = Subject.safeParse(sent).data?.data.object.id;
  if (!objectId) return { eventId, type, reason: "malformed" };
  const reason = await handleEvent(services, objectId, eventId);
  return reason && { eventId, type, objectId, reason };
}

async function handlePayment(services: StripeServices, paymentId: string, eventId: string) {
  const { table, payments } = services;
  const payment = await findPayment(payments.stripe, paymentId);
  if (!payment) return "unknown to the provider";
  const metadata = paymentMetadataOf(payment);
  if (!metadata) return "not ours";
  if (payment.status === "succeeded" && !(await finalizeOrder(services, payment, eventId))) return "not ours";
  if (payment.status !== "canceled") return undefined;
  const intent = await findIntent(table, metadata);
  if (!intent) return "not ours";
  if (intent.orderId === metadata.orderId) await releaseIntent(table, intent, "canceled");
  return undefined;
}

/** The order of a charge, placed now if the event of its payment is still on its way; this event is not recorded with it. */
async function orderOf(services: StripeServices, paymentId: string | { id: string } | null) {
  if (!paymentId) return undefined;
  const id = typeof paymentId === "string" ? paymentId : paymentId.id;
  const payment = await findPayment(services.payments.stripe, id);
  return payment && finalizeOrder(services, payment);
}

/** Brings the order of a payment to its present state. */
async function syncPaid(services: StripeServices, paymentId: string | { id: string } | null, eventId: string) {
  const order = await orderOf(services, paymentId);
  if (!order) return "not ours";
  await syncOrder(services, order.orderId, eventId);
  return undefined;
}

async function handleCharge(services: StripeServices, chargeId: string, eventId: string) {
  const charge = await findCharge(services.payments.stripe, chargeId);
  return charge ? syncPaid(services, charge.payment_intent, eventId) : "unknown to the provider";
}

async function handleRefund(services: StripeServices, refundId: string, eventId: string) {
  const refund = await findRefund(services.payments.stripe, refundId);
  return refund ? syncPaid(services, refund.payment_intent, eventId) : "unknown to the provider";
}

async function handleDispute(services: StripeServices, disputeId: string, eventId: string) {
  const dispute = await findDispute(services.payments.stripe, disputeId);
  return dispute ? syncPaid(services, dispute.payment_intent, eventId) : "unknown to the provider";
}

async function syncAccount(services: StripeServices, accountId: string) {
  const account = await undefinedIfMissing(syncSellerAccount(services, accountId));
  if (!account) return "unknown to the provider";
  return ownerOf(account) ? undefined : "not ours";
}
