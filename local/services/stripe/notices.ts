import type Stripe from "stripe";
import type { Service } from "./service.ts";
import { newId } from "./state.ts";

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

/** A payout to a connected account's bank that was refused: Stripe then asks for another bank account. */
export function failPayout({ state, now, emitEvent }: Service, accountId: string): void {
  const account = state.get("account", accountId, "account");
  const due = ["external_account"];
  const restricted = state.put<Stripe.Account>({
    ...account,
    payouts_enabled: false,
    requirements: account.requirements && { ...account.requirements, currently_due: due, eventually_due: due },
  });
  const payout: Stripe.Payout = {
    id: newId("po"),
    object: "payout",
    amount: 1700,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now(),
    automatic: true,
    balance_transaction: null,
    created: now(),
    currency: account.default_currency ?? "usd",
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "failed",
    trace_id: null,
    type: "bank_account",
  };
  emitEvent("payout.failed", payout, accountId);
  emitEvent("account.updated", restricted, accountId);
}
