import type { Breakdown } from "#shared/model/order.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

/** A payment's expected state at the provider and in our table. */
export interface ModelPayment {
  readonly licenseType: LicenseType;
  /** True for an offer with terms of its own, which duplicates nothing. */
  readonly isOwn: boolean;
  /** Key of the licence in its buyer's holding. */
  readonly licenseKey: string;
  readonly orderIntent: string;
  readonly orderId: string;
  /** The buyer's quote, which stays valid if fees change. */
  readonly agreed: Breakdown;
  /** State at the provider; `refunding` while a full refund is pending. */
  atProvider: "open" | "paid" | "canceled" | "refunding" | "refunded";
  dispute: "none" | "inquiry" | "open" | "won" | "lost";
  /** True after a partial refund, whoever paid for it. */
  isPartRefunded: boolean;
  /** Our order's status; absent before the order is placed. */
  status?: "completed" | "disputed" | "refunded";
  /** True while its lock exists. */
  isLocked: boolean;
}

const PAYMENT_MESSAGES: readonly string[] = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
];

/** Model of one buyer's payments for one artwork: the rules in memory, without clock, retries or races. */
export class PurchaseModel {
  readonly payments: ModelPayment[] = [];

  get open() {
    return this.payments.find(({ isLocked }) => isLocked);
  }

  get held() {
    return this.payments.filter(({ status }) => status === "completed" || status === "disputed");
  }

  /** Failure code if a payment for this licence can't start. */
  refusal(licenseType: LicenseType, isOwn = false) {
    if (this.open) return "payment_open";
    const standard = isOwn ? [] : this.held.filter((other) => !other.isOwn);
    if (standard.some((other) => other.licenseType === licenseType)) return "license_already_exists";
    return licenseType === "personal" && standard.length > 0 ? "license_type_superseded" : undefined;
  }

  /** We learn of the payment, by the buyer or a webhook. */
  place(payment: ModelPayment) {
    if (payment.atProvider === "open" || payment.atProvider === "canceled" || payment.status) return;
    payment.status = "completed";
    payment.isLocked = false;
  }

  /** The buyer cancels or it expires; a paid one stays. */
  end(payment: ModelPayment) {
    if (payment.atProvider === "open") payment.atProvider = "canceled";
    if (payment.atProvider === "canceled") payment.isLocked = false;
    this.place(payment);
  }

  /** True if the seller may refund it. */
  canRefund({ status, dispute }: ModelPayment): boolean {
    return status === "refunded" || !(status === "disputed" || dispute === "open" || dispute === "lost");
  }

  /** The seller refunds; a pending refund leaves the licence valid until it succeeds. */
  refund(payment: ModelPayment, isPending: boolean) {
    if (payment.status === "refunded") return;
    if (payment.atProvider === "paid") payment.atProvider = isPending ? "refunding" : "refunded";
    this.follow(payment);
  }

  /** Updates the order from its charge. */
  follow(payment: ModelPayment) {
    this.place(payment);
    if (payment.atProvider === "refunded" || payment.dispute === "lost") payment.status = "refunded";
    else payment.status = payment.dispute === "open" ? "disputed" : "completed";
  }

  /** A webhook is delivered; the provider's current state counts, not the message's. */
  receive(payment: ModelPayment, type: string) {
    if (PAYMENT_MESSAGES.includes(type)) {
      this.place(payment);
      if (payment.atProvider === "canceled") payment.isLocked = false;
    }
    if (/^(charge\.(updated|refunded)|refund\.(updated|failed)|charge\.dispute\..+)$/.test(type)) this.follow(payment);
  }
}
