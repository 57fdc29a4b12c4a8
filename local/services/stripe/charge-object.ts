import type Stripe from "stripe";
import type { TestCard } from "./cards.ts";

export interface Billing {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: Record<string, string> | undefined;
}

export const toBillingDetails = ({ name, email, phone, address }: Billing) => ({
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...address },
  email: email ?? null,
  name: name ?? null,
  phone: phone ?? null,
  tax_id: null,
});

/** Fields that a charge copies from its PaymentIntent. */
type Charged = Pick<
  Stripe.PaymentIntent,
  | "id"
  | "amount"
  | "currency"
  | "application_fee_amount"
  | "customer"
  | "description"
  | "metadata"
  | "on_behalf_of"
  | "payment_method"
  | "receipt_email"
  | "statement_descriptor_suffix"
  | "transfer_data"
  | "transfer_group"
>;

/** A charge that succeeded by a card, or by Amazon Pay without one. It has no id, and nothing of it is captured yet. */
export function createCharge(
  intent: Charged,
  card: TestCard | undefined,
  billing: Billing,
  created: number,
): Stripe.Charge {
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
    billing_details: toBillingDetails(billing),
    calculated_statement_descriptor: "LAPTOP",
    captured: true,
    created,
    currency,
    customer: intent.customer,
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
    payment_method_details: card
      ? { type: "card", card: cardDetails(card, amount) }
      : { type: "amazon_pay", amazon_pay: { transaction_id: null } },
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
