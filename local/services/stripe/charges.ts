import type Stripe from "stripe";
import type { TestCard } from "./cards.ts";
import { type Billing, createCharge } from "./charge-object.ts";
import { openDispute } from "./disputes.ts";
import type { Service } from "./service.ts";
import { newId } from "./state.ts";
import { commit } from "./tax-transactions.ts";
import { convertAmount, convertToPlatform, sendTransfer } from "./transfers.ts";

/** Stripe's processing fee: 2.9 % and 30 cents. */
const stripeFee = (amount: number) => Math.round(amount * 0.029) + 30;

/**
 * Creates the charge. Capture is asynchronous: its transfer, its application fee and its balance transaction are null
 * until `capture`.
 */
export function charge(
  service: Service,
  intent: Stripe.PaymentIntent,
  card: TestCard | undefined,
  billing: Billing = {},
): Stripe.PaymentIntent {
  const { state, emitEvent } = service;
  const id = newId("ch");
  const made = state.put<Stripe.Charge>({ ...createCharge(intent, card, billing, service.now()), id });
  const paid = state.put<Stripe.PaymentIntent>({
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: id,
    last_payment_error: null,
    next_action: null,
  });
  commit(service, paid);
  emitEvent("charge.succeeded", made);
  emitEvent("payment_intent.succeeded", paid);
  if (card?.disputes) openDispute(service, capture(service, id));
  else service.captureLater();
  return paid;
}

/** Completes the capture of a charge: books it, transfers it to the seller and collects the application fee. */
export function capture(service: Service, chargeId: string): Stripe.Charge {
  const { state, ledger, emitEvent } = service;
  const made = state.get("charge", chargeId, "charge");
  if (made.balance_transaction) return made;
  const { amount, currency } = made;
  const booked = ledger.record({ type: "charge", amount, fee: stripeFee(amount), source: chargeId, currency });
  const payee = made.transfer_data?.destination;
  const fee = payee && made.application_fee_amount ? collectFee(service, made, String(payee)) : undefined;
  const transfer = payee
    ? sendTransfer(service, { amount, currency, destination: String(payee), charge: made, fee })
    : undefined;
  const captured = state.put<Stripe.Charge>({
    ...made,
    balance_transaction: booked.id,
    application_fee: fee?.id ?? null,
    ...(transfer ? { transfer: transfer.id } : {}),
  });
  emitEvent("charge.updated", captured);
  return captured;
}

/** Completes every capture that is under way. */
export function captureAll(service: Service): void {
  for (const { id, balance_transaction } of service.state.all("charge").toReversed()) {
    if (!balance_transaction) capture(service, id);
  }
}

/** Collects the application fee from the seller's account, in its currency; the platform gets it in its own. */
function collectFee(service: Service, charge: Stripe.Charge, account: string) {
  const { state, ledger, now, emitEvent } = service;
  const { amount, currency } = convertAmount(service, account, charge.application_fee_amount ?? 0, charge.currency);
  const id = newId("fee");
  const booked = ledger.record({
    type: "application_fee",
    source: id,
    ...convertToPlatform(service, amount, currency),
  });
  const fee = state.put<Stripe.ApplicationFee>({
    id,
    object: "application_fee",
    account,
    amount,
    amount_refunded: 0,
    application: "ca_laptop",
    balance_transaction: booked.id,
    charge: charge.id,
    created: now(),
    currency,
    fee_source: { type: "charge", charge: charge.id },
    livemode: false,
    originating_transaction: charge.id,
    refunded: false,
    refunds: { object: "list", data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  });
  emitEvent("application_fee.created", fee);
  return fee;
}
