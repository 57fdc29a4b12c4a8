/**
 * The Stripe events that each endpoint subscribes to: our own account's, sellers', and the thin events of Accounts v2.
 * Accounts of version 1 send `account.updated`, those of version 2 may send either.
 */
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
  accounts: [
    "v2.core.account[requirements].updated",
    "v2.core.account[configuration.merchant].capability_status_updated",
    "v2.core.account[configuration.recipient].capability_status_updated",
  ],
} as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[keyof typeof WEBHOOK_EVENTS][number];
