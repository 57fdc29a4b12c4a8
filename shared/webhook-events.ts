/** The events that Stripe is asked for, by endpoint: about our own account, and about sellers' accounts. */
export const WEBHOOK_EVENTS = {
  platform: [
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "charge.updated",
    "charge.refunded",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
    "radar.early_fraud_warning.created",
  ],
  connect: ["account.updated", "payout.failed"],
} as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[keyof typeof WEBHOOK_EVENTS][number];
