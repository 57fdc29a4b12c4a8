import type Stripe from "stripe";
import { listen } from "../http-server.ts";
import { requireAtDeadline, type Step, submitDetails } from "./accounts.ts";
import { capture, captureAll } from "./charges.ts";
import { closeDispute, moveDispute, openDispute } from "./disputes.ts";
import { createIdempotencyStore } from "./idempotency.ts";
import { openLedger } from "./ledger.ts";
import { failPayout, payOut, warnOfFraud } from "./notices.ts";
import { answerPage, isPage } from "./pages.ts";
import { answerCall, type Exchange } from "./protocol.ts";
import { finishRefund } from "./refunds.ts";
import type { Service } from "./service.ts";
import { DOLLAR_RATES } from "./settlement-currencies.ts";
import { newId, openState } from "./state.ts";
import { sumRecorded } from "./tax-transactions.ts";
import { getBalance } from "./transfers.ts";
import { openWebhooks } from "./webhooks.ts";

export type StripeOptions = {
  /** State folder; in memory by default. */
  dir?: string;
  port?: number;
  now?: () => Date;
  /** How long the capture of a payment takes; without it, until `capture` is called. */
  captureMs?: number;
  /** How long after a change its event is sent. */
  eventDelayMs?: number;
};

const API_VERSION = "2026-10-28.endive";

/** A stand-in for Stripe: the API operations that a Connect marketplace uses, and webhooks. */
export async function startStripe(options: StripeOptions = {}) {
  const { dir, port, now = () => new Date(), captureMs, eventDelayMs } = options;
  const state = openState(dir);
  const seconds = () => Math.floor(now().getTime() / 1000);
  const keys = {
    secretKey: state.getSecret("secret", "sk_test"),
    webhookSecret: state.getSecret("webhook", "whsec"),
    connectWebhookSecret: state.getSecret("connect webhook", "whsec"),
    accountsWebhookSecret: state.getSecret("accounts webhook", "whsec"),
  };
  const secrets = {
    platform: keys.webhookSecret,
    connect: keys.connectWebhookSecret,
    accounts: keys.accountsWebhookSecret,
  };
  const webhooks = openWebhooks(state, secrets, eventDelayMs);
  let url = "";
  const paymentIds: string[] = [];
  const refundStatuses: "pending"[] = [];
  const rates = new Map(Object.entries(DOLLAR_RATES));
  let captureTimer: NodeJS.Timeout | undefined;

  const service: Service = {
    state,
    ledger: openLedger(state, seconds),
    now: seconds,
    url: () => url,
    nextPaymentId: () => paymentIds.shift() ?? newId("pi"),
    nextRefundStatus: () => refundStatuses.shift() ?? "succeeded",
    getRate: (currency) => rates.get(currency) ?? 1,
    captureLater() {
      if (captureMs !== undefined) captureTimer = setTimeout(() => captureAll(service), captureMs);
    },
    emitEvent(type, object, account) {
      const event = {
        id: newId("evt"),
        object: "event",
        api_version: API_VERSION,
        created: seconds(),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
        ...(account ? { account } : {}),
      } as unknown as Stripe.Event;
      webhooks.add(state.put(event));
    },
    emitAccountEvent(account) {
      webhooks.add({
        id: newId("evt"),
        object: "v2.core.event",
        type: "v2.core.account[requirements].updated",
        created: now().toISOString(),
        livemode: false,
        related_object: { id: account, type: "v2.core.account", url: `/v2/core/accounts/${account}` },
      });
    },
  };
  const failures: number[] = [];
  let observe: (exchange: Exchange) => void = () => {};
  const protocol = {
    service,
    idempotency: createIdempotencyStore(state, seconds),
    secretKey: keys.secretKey,
    observe: (exchange: Exchange) => observe(exchange),
    nextFailure: () => failures.shift(),
  };
  const server = await listen(
    (request, response) =>
      isPage(request.url ?? "") ? answerPage(request, response, service) : answerCall(request, response, protocol),
    port,
  );
  url = server.url;
  service.captureLater();

  return {
    url,
    /** The keys that operators store in the stage's secret. */
    keys,
    webhooks,
    /** From now on calls the listener with every request and its answer. */
    observe: (listener: (exchange: Exchange) => void) => {
      observe = listener;
    },
    /** Every event so far, newest first. */
    events: () => state.all("event"),
    /** Simulates the account holder submitting the onboarding form, except for some steps. */
    submitDetails: (accountId: string, without?: readonly Step[]) => submitDetails(service, accountId, without),
    /** The next changing requests get these statuses in the place of their answers. */
    failNext: (...statuses: readonly number[]) => void failures.push(...statuses),
    /** No request fails any more. */
    stopFailing: () => void failures.splice(0),
    /** Sets the exchange rate: units of the currency per dollar. */
    changeRate: (currency: string, rate: number) => void rates.set(currency, rate),
    /** An account's balance by currency, in its smallest units. */
    getBalance: (accountId: string) => getBalance(service, accountId),
    /** Pays all of an account's balance out to its owner's bank. */
    payOut: (accountId: string) => payOut(service, accountId),
    /** The account's owner disconnects it from the platform. */
    disconnect: (accountId: string) => state.remove(accountId),
    /** Cents that the records of tax have of a payment and its refunds. */
    getTax: (paymentId: string) => sumRecorded(service, paymentId),
    /** Completes the captures that are under way. */
    capture: () => captureAll(service),
    /** Stripe announces that it will ask an account for more, from a date on (epoch seconds). */
    requireAtDeadline: (accountId: string, due: string[], deadline: number) =>
      requireAtDeadline(service, accountId, due, deadline),
    /** Simulates the cardholder disputing the charge, or a part of it. */
    disputeCharge: (chargeId: string, status?: Stripe.Dispute.Status, amount?: number) =>
      openDispute(service, capture(service, chargeId), status, amount),
    /** The cardholder is quicker than the capture. */
    disputeBeforeCapture: (chargeId: string) => openDispute(service, state.get("charge", chargeId)),
    /** Simulates a dispute's next state. */
    moveDispute: (disputeId: string, status: Stripe.Dispute.Status) => moveDispute(service, disputeId, status),
    /** The next payment gets this id: Stripe promises no length but 255. */
    nextPaymentId: (id: string) => void paymentIds.push(id),
    /** The card's bank reports a payment as fraud. */
    warnOfFraud: (chargeId: string) => warnOfFraud(service, chargeId),
    /** The bank of an account's owner refuses a payout. */
    failPayout: (accountId: string, failed?: Partial<Stripe.Payout>) => failPayout(service, accountId, failed),
    /** The next refund is pending, until `finishRefund`, by which one that had succeeded may fail too. */
    holdNextRefund: () => void refundStatuses.push("pending"),
    stopHolding: () => void refundStatuses.splice(0),
    finishRefund: (refundId: string, status: "succeeded" | "failed") => finishRefund(service, refundId, status),
    /** Simulates the bank deciding a dispute. */
    closeDispute: (disputeId: string, outcome: "won" | "lost") => closeDispute(service, disputeId, outcome),
    async stop() {
      clearTimeout(captureTimer);
      await webhooks.stop();
      await server.stop();
      state.database.close();
    },
  };
}

export type StripeService = Awaited<ReturnType<typeof startStripe>>;
