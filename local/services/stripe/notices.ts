import type Stripe from "stripe";
import * as z from "zod/mini";
import { accountNotAccessible, missing } from "./errors.ts";
import { Integer, parseParameters } from "./form.ts";
import { createTransaction } from "./ledger.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { newId } from "./state.ts";
import { connectedAccount, getBalance } from "./transfers.ts";

/** An early fraud warning about a charge. */
export function warnOfFraud({ state, now, emitEvent }: Service, chargeId: string): Stripe.Radar.EarlyFraudWarning {
  const { payment_intent } = state.get("charge", chargeId, "charge");
  const warning = state.put<Stripe.Radar.EarlyFraudWarning>({
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: chargeId,
    created: now(),
    fraud_type: "made_with_stolen_card",
    livemode: false,
    ...(payment_intent ? { payment_intent } : {}),
  });
  emitEvent("radar.early_fraud_warning.created", warning);
  return warning;
}

const createPayout = (id: string, amount: number, currency: string, now: number): Stripe.Payout => ({
  id,
  object: "payout",
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: now,
  automatic: true,
  balance_transaction: null,
  created: now,
  currency,
  description: null,
  destination: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: "standard",
  original_payout: null,
  payout_method: null,
  reconciliation_status: "not_applicable",
  reversed_by: null,
  source_type: "card",
  statement_descriptor: null,
  status: "paid",
  trace_id: null,
  type: "bank_account",
});

/** Pays a connected account's balance out: what is with its owner's bank can't be taken back. */
export function payOut(service: Service, accountId: string): void {
  const { state, now, emitEvent } = service;
  for (const [currency, amount] of getBalance(service, accountId)) {
    if (amount <= 0) continue;
    const id = newId("po");
    const paid = createTransaction({ type: "payout", amount: -amount, source: id, currency }, now());
    state.connected.put(accountId, paid);
    const payout = state.connected.put(accountId, {
      ...createPayout(id, amount, currency, now()),
      balance_transaction: paid.id,
    });
    emitEvent("payout.paid", payout, accountId);
  }
}

/** The payouts of the account on whose behalf the request is made, newest first; without pages beyond the first. */
export function listPayouts(call: Call, service: Service): Stripe.ApiList<Stripe.Payout> {
  const { limit } = parseParameters({ limit: z._default(Integer, 10) }, call.params);
  const payouts = service.state.connected.payouts(connectedAccount(call, service)).reverse();
  return { object: "list", data: payouts.slice(0, limit), has_more: payouts.length > limit, url: "/v1/payouts" };
}

/** As its owner or the platform on their behalf reads it: the platform's own payouts are others. */
export function readPayout(call: Call, { state }: Service): Stripe.Payout {
  const { account = "" } = call;
  if (!state.find("account", account))
    throw account ? accountNotAccessible(account) : missing("payout", pathId(call), "payout");
  return state.connected.payout(account, pathId(call));
}

/** A payout to a connected account's bank that was refused: Stripe then asks for another bank account. */
export function failPayout(
  { state, now, emitEvent, emitAccountEvent }: Service,
  accountId: string,
  failed?: Partial<Stripe.Payout>,
): void {
  const account = state.get("account", accountId, "account");
  const due = ["external_account"];
  state.put<Stripe.Account>({
    ...account,
    payouts_enabled: false,
    requirements: account.requirements && { ...account.requirements, currently_due: due, eventually_due: due },
  });
  const payout: Stripe.Payout = {
    ...createPayout(newId("po"), 1700, account.default_currency ?? "usd", now()),
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
    status: "failed",
    ...failed,
  };
  state.connected.put(accountId, payout);
  emitEvent("payout.failed", payout, accountId);
  emitAccountEvent(accountId);
}
