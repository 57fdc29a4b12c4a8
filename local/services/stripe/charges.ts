import type Stripe from "stripe";
import type { TestCard } from "./cards.ts";
import { openDispute } from "./disputes.ts";
import type { Service } from "./service.ts";
import { newId } from "./state.ts";

/** Stripe's processing fee: 2.9 % and 30 cents. */
const stripeFee = (amount: number) => Math.round(amount * 0.029) + 30;

interface Billing {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: Record<string, string> | undefined;
}

/**
 * Creates the charge. Capture is asynchronous: its transfer, its application fee and its balance transaction are null
 * until `capture`.
 */
export function charge(
  service: Service,
  intent: Stripe.PaymentIntent,
  card: TestCard,
  billing: Billing = {},
): Stripe.PaymentIntent {
  const { state, emitEvent } = service;
  const id = newId("ch");
  const made = state.put<Stripe.Charge>({ ...chargeOf(intent, card, billing, service.now()), id });
  const paid = state.put<Stripe.PaymentIntent>({
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: id,
    last_payment_error: null,
    next_action: null,
  });
  emitEvent("charge.succeeded", made);
  emitEvent("payment_intent.succeeded", paid);
  if (card.disputes) openDispute(service, capture(service, id));
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
  const transfer = payee ? transferTo(service, made, String(payee)) : undefined;
  const fee = payee && made.application_fee_amount ? collectFee(service, made, String(payee)) : undefined;
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

function chargeOf(intent: Stripe.PaymentIntent, card: TestCard, billing: Billing, created: number): Stripe.Charge {
  const { amount, currency } = intent;
  return {
    id: "",
    object: "charge",
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: {
      address: {
        city: null,
        country: null,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
        ...billing.address,
      },
      email: billing.email ?? null,
      name: billing.name ?? null,
      phone: billing.phone ?? null,
      tax_id: null,
    },
    calculated_statement_descriptor: "LAPTOP",
    captured: true,
    created,
    currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: intent.on_behalf_of,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      seller_message: "Payment complete.",
      type: "authorized",
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: String(intent.payment_method),
    payment_method_details: { type: "card", card: cardDetails(card, amount) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: "succeeded",
    transfer_data: intent.transfer_data ? { amount: null, destination: intent.transfer_data.destination } : null,
    transfer_group: intent.transfer_group,
  };
}

const cardDetails = ({ brand, number }: TestCard, amount: number): Stripe.Charge.PaymentMethodDetails.Card => ({
  amount_authorized: amount,
  authorization_code: null,
  brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: "US",
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2040,
  fingerprint: number.slice(-8),
  funding: "credit",
  installments: null,
  last4: number.slice(-4),
  mandate: null,
  network: brand,
  network_transaction_id: null,
  regulated_status: "unregulated",
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
});

/** Transfers the whole charge to the seller; the application fee is collected from the seller's account. */
function transferTo(service: Service, charge: Stripe.Charge, destination: string) {
  const { state, ledger, now, emitEvent } = service;
  const { amount, currency } = charge;
  const id = newId("tr");
  const booked = ledger.record({ type: "transfer", amount: -amount, source: id, currency });
  const transfer = state.put<Stripe.Transfer>({
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: booked.id,
    created: now(),
    currency,
    description: null,
    destination,
    destination_payment: newId("py"),
    livemode: false,
    metadata: {},
    reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: charge.id,
    source_type: "card",
    transfer_group: charge.transfer_group,
  });
  emitEvent("transfer.created", transfer);
  return transfer;
}

function collectFee(service: Service, charge: Stripe.Charge, account: string) {
  const { state, ledger, now, emitEvent } = service;
  const { currency } = charge;
  const amount = charge.application_fee_amount ?? 0;
  const id = newId("fee");
  const booked = ledger.record({ type: "application_fee", amount, source: id, currency });
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
