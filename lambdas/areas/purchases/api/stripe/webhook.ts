import { v5 as uuidv5 } from "uuid";
import * as z from "zod/mini";
import { receiveEvent } from "#shared/contract/stripe.ts";
import { formatCurrency } from "#shared/currency.ts";
import type { WebhookEvent } from "#shared/webhook-events.ts";
import { emailTemplates } from "../../../../platform/mail/email-templates.ts";
import { mailOnce, mailOperatorsOnce } from "../../../../platform/mail/mail-once.ts";
import { counted } from "../../../../platform/runtime/counted.ts";
import { fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { buildCaseUrl } from "../../../cases/case-url.ts";
import { openCase } from "../../../cases/change-cases.ts";
import { releaseIntent } from "../../order/end-intent.ts";
import { finalizeOrder } from "../../order/finalize-order.ts";
import { findIntent } from "../../order/find-intent.ts";
import { operatorEmailTemplates } from "../../order/operator-email-templates.ts";
import { syncOrder } from "../../order/sync-order.ts";
import { findDispute } from "../../stripe/disputes.ts";
import { getIntentState } from "../../stripe/payment-states.ts";
import { findPayout, getPayoutFailure } from "../../stripe/payout.ts";
import {
  findCharge,
  findFraudWarning,
  findPayment,
  findRefund,
  parsePaymentMetadata,
} from "../../stripe/request-payment.ts";
import { findAccountUserId, syncSellerAccount } from "../../stripe/seller-account.ts";
import type { StripeServices } from "./services.ts";

/** Reason why an event changed nothing. */
type IgnoreReason = "malformed" | "not subscribed" | "of another mode" | "unknown to the provider" | "not ours";

/** An event's id, and the connected account that it is about. */
interface EventContext {
  readonly eventId: string;
  readonly account: string | undefined;
}

/** Handles an event by reading its object's present state from Stripe: events arrive late and out of order. */
type EventHandler = (
  services: StripeServices,
  objectId: string,
  context: EventContext,
) => Promise<IgnoreReason | undefined>;

const EVENT_HANDLERS: ReadonlyMap<string, EventHandler> = new Map(
  Object.entries({
    "payment_intent.succeeded": handlePayment,
    // The buyer may try another card until the payment expires.
    "payment_intent.payment_failed": handlePayment,
    "payment_intent.canceled": handlePayment,
    // The capture has moved the seller's part.
    "charge.updated": handleCharge,
    "charge.refunded": handleCharge,
    "refund.updated": handleRefund,
    "refund.failed": handleRefund,
    "charge.dispute.created": handleDispute,
    "charge.dispute.updated": handleDispute,
    "charge.dispute.funds_withdrawn": handleDispute,
    "charge.dispute.funds_reinstated": handleDispute,
    "charge.dispute.closed": handleDispute,
    "radar.early_fraud_warning.created": handleWarning,
    "account.updated": syncAccount,
    "payout.failed": handlePayout,
    "v2.core.account[requirements].updated": syncAccount,
    "v2.core.account[configuration.merchant].capability_status_updated": syncAccount,
    "v2.core.account[configuration.recipient].capability_status_updated": syncAccount,
  } satisfies Record<WebhookEvent, EventHandler>),
);

const StripeId = z.string().check(z.regex(/^\w{1,255}$/));
const Event = z.object({
  id: StripeId,
  type: z.string(),
  livemode: z.optional(z.boolean()),
  account: z.optional(StripeId),
});
/** A thin event of version 2 only refers to its object. */
const Subject = z.union([
  z.object({ data: z.object({ object: z.object({ id: StripeId }) }) }),
  z.object({ related_object: z.object({ id: StripeId }) }),
]);

function findSubjectId(sent: unknown): string | undefined {
  const subject = Subject.safeParse(sent).data;
  return subject && ("data" in subject ? subject.data.object.id : subject.related_object.id);
}

/** Stripe's id of an event. */
const findEventId = (sent: unknown) => Event.safeParse(sent).data?.id;

/** An event that changed nothing, for the log. */
export interface IgnoredEvent {
  readonly eventId?: string;
  readonly type?: string;
  readonly objectId?: string;
  readonly reason: IgnoreReason;
}

/**
 * Processes an event of Stripe's once, however often it is delivered. Returns the reason if it changed nothing: the Stripe
 * account may serve other applications and send events that nobody subscribed to.
 */
async function processEvent(services: StripeServices, sent: unknown): Promise<IgnoredEvent | undefined> {
  const event = Event.safeParse(sent).data;
  if (!event) return { reason: "malformed" };
  const { id: eventId, type, livemode, account } = event;
  const handleEvent = EVENT_HANDLERS.get(type);
  if (!handleEvent) return { eventId, type, reason: "not subscribed" };
  if (livemode !== undefined && livemode !== (await services.payments.isLive())) {
    return { eventId, type, reason: "of another mode" };
  }
  const objectId = findSubjectId(sent);
  if (!objectId) return { eventId, type, reason: "malformed" };
  const reason = await handleEvent(services, objectId, { eventId, account });
  return reason && { eventId, type, objectId, reason };
}

async function handlePayment(services: StripeServices, paymentId: string, { eventId }: EventContext) {
  const { table, payments } = services;
  const payment = await findPayment(payments, paymentId);
  if (!payment) return "unknown to the provider";
  const metadata = parsePaymentMetadata(payment);
  if (!metadata) return "not ours";
  if (getIntentState(payment) === "paid" && !(await finalizeOrder(services, payment, eventId))) return "not ours";
  if (getIntentState(payment) !== "canceled") return undefined;
  const intent = await findIntent(table, metadata);
  if (!intent) return "not ours";
  if (intent.orderId === metadata.orderId) await releaseIntent(table, intent, "canceled");
  return undefined;
}

/** The order of a charge, placed now if the event of its payment is late; that doesn't record this event. */
async function findPaidOrder(services: StripeServices, paymentId: string | { id: string } | null) {
  if (!paymentId) return undefined;
  const payment = await findPayment(services.payments, paymentId);
  // A declined charge has no order.
  return payment && getIntentState(payment) === "paid" ? finalizeOrder(services, payment) : undefined;
}

/** Updates the order of a payment to Stripe's present state; if the seller's part can't move yet, `settleOrders` retries it. */
async function syncPaid(services: StripeServices, paymentId: string | { id: string } | null, eventId: string) {
  const order = await findPaidOrder(services, paymentId);
  if (!order) return "not ours";
  await syncOrder(services, order.orderId, eventId);
  return undefined;
}

async function handleCharge(services: StripeServices, chargeId: string, { eventId }: EventContext) {
  const charge = await findCharge(services.payments, chargeId);
  return charge ? syncPaid(services, charge.payment_intent, eventId) : "unknown to the provider";
}

async function handleRefund(services: StripeServices, refundId: string, { eventId }: EventContext) {
  const refund = await findRefund(services.payments, refundId);
  return refund ? syncPaid(services, refund.payment_intent, eventId) : "unknown to the provider";
}

async function handleDispute(services: StripeServices, disputeId: string, { eventId }: EventContext) {
  const dispute = await findDispute(services.payments, disputeId);
  return dispute ? syncPaid(services, dispute.payment_intent, eventId) : "unknown to the provider";
}

/** Stripe's fraud types that don't read as words. */
const FRAUD_TYPES: Readonly<Record<string, string>> = {
  card_never_received: "the card never reached its owner",
  fraudulent_card_application: "someone else applied for the card",
  made_with_counterfeit_card: "made with a counterfeit card",
  made_with_lost_card: "made with a lost card",
  made_with_stolen_card: "made with a stolen card",
  misc: "fraud of another kind",
  unauthorized_use_of_card: "the card was used without its owner's consent",
};

/** The card's bank warns of probable fraud; a refund in time avoids the dispute. */
async function handleWarning(services: StripeServices, warningId: string) {
  const warning = await findFraudWarning(services.payments, warningId);
  if (!warning) return "unknown to the provider";
  const order = await findPaidOrder(services, warning.payment_intent ?? null);
  if (!order) return "not ours";
  const { fraud_type, actionable } = warning;
  const { orderId } = order;
  services.log.error("A payment was reported as fraud", { orderId, warningId, fraud_type, actionable });
  const caseId = uuidv5(warningId, orderId);
  const text = `The card's bank reports: ${FRAUD_TYPES[fraud_type] ?? fraud_type.replaceAll("_", " ")}.`;
  await openCase(services.table, { kind: "fraud_warning", caseId, orderId, text }, services.now());
  const event = { key: `mail#fraud#${warningId}`, kind: "reportedAsFraud", orderId };
  const email = operatorEmailTemplates.reportedAsFraud(orderId, warningId, buildCaseUrl(services, caseId));
  await mailOperatorsOnce(services, event, email);
  return undefined;
}

/** A payout to a seller's bank failed; their payouts page shows the reason and what Stripe asks for. */
async function handlePayout(services: StripeServices, payoutId: string, { account: accountId }: EventContext) {
  if (!accountId) return "malformed";
  const account = await syncSellerAccount(services, accountId);
  if (!account) return "unknown to the provider";
  const userId = findAccountUserId(account);
  if (!userId) return "not ours";
  const payout = await findPayout(services.payments, payoutId, accountId);
  if (!payout) return "unknown to the provider";
  if (payout === "unreadable") {
    const details = { ...counted("PaymentRightsMissing"), payoutId, account: accountId };
    services.log.error("The Stripe key lacks permission to read payouts", details);
  }
  const read = payout === "unreadable" ? undefined : payout;
  services.log.warn("A payout to a seller failed", { payoutId, account: accountId, failure_code: read?.failure_code });
  const failed = read && { amount: read.amount, currency: read.currency, ...getPayoutFailure(read) };
  const subject = { caseId: uuidv5(payoutId, userId), sellerId: userId };
  const texts = failed ? { title: formatCurrency(failed.amount, failed.currency), text: failed.reason } : {};
  await openCase(services.table, { kind: "failed_payout", ...subject, ...texts }, services.now());
  const email = emailTemplates.payoutFailed(`${services.siteOrigin}/payouts`, failed);
  await mailOnce(services, userId, { key: `mail#payout#${payoutId}`, kind: "payoutFailed" }, email);
  return undefined;
}

async function syncAccount(services: StripeServices, accountId: string) {
  const account = await syncSellerAccount(services, accountId);
  if (!account) return "unknown to the provider";
  return findAccountUserId(account) ? undefined : "not ours";
}

/** Stripe repeats an event until it gets a success response, so only failures are retried. */
export const receiveEventHandler = handle(receiveEvent, async ({ raw, audited }, services: StripeServices) => {
  const signature = raw.headers["stripe-signature"] ?? "";
  if (!(await services.payments.isSigned(raw.body, signature))) {
    // Robots send no signature; many invalid ones mean that our secret doesn't match Stripe's.
    if (signature.trim()) services.log.warn("A webhook event was refused", counted("WebhooksRefused"));
    return fail("signature_invalid");
  }
  const event: unknown = JSON.parse(raw.body);
  audited.who = "stripe";
  audited.target = findEventId(event);
  const ignored = await processEvent(services, event);
  if (ignored) services.log.info("A webhook event changed nothing", { ...ignored });
  return { received: true as const };
});
