import type { Breakdown } from "#shared/model/order.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";

/** A payment as it should be, at the provider and with us. */
export interface ModelPayment {
  readonly licenseType: LicenseType;
  readonly orderIntent: string;
  readonly orderId: string;
  /** The quote for its buyer, which holds even if the fees change. */
  readonly agreed: Breakdown;
  /** At the provider; `refunding` while the refund of all of it is pending. */
  atProvider: "open" | "paid" | "canceled" | "refunding" | "refunded";
  dispute: "none" | "inquiry" | "open" | "won" | "lost";
  /** True after a partial refund, at the platform's or the seller's expense. */
  isPartRefunded: boolean;
  /** With us; absent before the order is placed. */
  status?: "completed" | "disputed" | "refunded";
  /** True while its lock is held. */
  isLocked: boolean;
}

const PAYMENT_MESSAGES: readonly string[] = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
];

/** Expected payments of one buyer for one artwork: the rules again, in memory, without a clock, retries or races. */
export class PurchaseModel {
  readonly payments: ModelPayment[] = [];

  get open() {
    return this.payments.find(({ isLocked }) => isLocked);
  }

  get held() {
    return this.payments.filter(({ status }) => status === "completed" || status === "disputed");
  }

  /** Why a payment for this licence can't begin. */
  refusal(licenseType: LicenseType) {
    if (this.open) return "payment_open";
    if (this.held.some((other) => other.licenseType === licenseType)) return "license_already_exists";
    return licenseType === "personal" && this.held.length > 0 ? "license_type_superseded" : undefined;
  }

  /** We learn that it was paid, whoever tells. */
  place(payment: ModelPayment) {
    if (payment.atProvider === "open" || payment.atProvider === "canceled" || payment.status) return;
    payment.status = "completed";
    payment.isLocked = false;
  }

  /** The buyer, or the clock, ends it: what was paid stays. */
  end(payment: ModelPayment) {
    if (payment.atProvider === "open") payment.atProvider = "canceled";
    if (payment.atProvider === "canceled") payment.isLocked = false;
    this.place(payment);
  }

  /** True if the seller may refund it. */
  canRefund({ status, dispute }: ModelPayment): boolean {
    return status === "refunded" || !(status === "disputed" || dispute === "open" || dispute === "lost");
  }

  /** The seller refunds; a refund that is `pending` leaves the licence until it has succeeded. */
  refund(payment: ModelPayment, isPending: boolean) {
    if (payment.status === "refunded") return;
    if (payment.atProvider === "paid") payment.atProvider = isPending ? "refunding" : "refunded";
    this.follow(payment);
  }

  /** The order follows what has become of its charge. */
  follow(payment: ModelPayment) {
    this.place(payment);
    if (payment.atProvider === "refunded" || payment.dispute === "lost") payment.status = "refunded";
    else payment.status = payment.dispute === "open" ? "disputed" : "completed";
  }

  /** A message is delivered: what counts is how things stand at the provider by now. */
  receive(payment: ModelPayment, type: string) {
    if (PAYMENT_MESSAGES.includes(type)) {
      this.place(payment);
      if (payment.atProvider === "canceled") payment.isLocked = false;
    }
    if (/^(charge\.(updated|refunded)|refund\.(updated|failed)|charge\.dispute\..+)$/.test(type)) this.follow(payment);
  }
}
