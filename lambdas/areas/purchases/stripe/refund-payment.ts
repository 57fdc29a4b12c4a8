import type { Logger } from "@aws-lambda-powertools/logger";
import { counted, countedIf } from "../../../platform/runtime/counted.ts";
import type { OrderItem } from "../order/find-orders.ts";
import { computeTotals } from "../order/order-view.ts";
import { CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { isAllReturned, readCharge } from "./read-charge.ts";
import type { Payment } from "./request-payment.ts";
import { isRefusal, toLogFields } from "./stripe-errors.ts";

/**
 * Refunds the rest of an order at Stripe: the seller's part and our fee. No idempotency key, which would repeat a refusal for
 * a day after its cause is gone; a full refund can't happen twice anyway. Undefined once it was requested; `uncovered` if the
 * seller's balance is too low, `refused` if Stripe refuses, for instance because of a dispute.
 */
export async function refundPayment(
  payments: Payments,
  { orderId, intentId, amounts }: OrderItem,
  log: Logger,
): Promise<"uncovered" | "refused" | undefined> {
  if (!intentId) return "refused";
  const paid = await readCharge(payments, intentId);
  const [first] = paid?.transfers ?? [];
  const hasFee = paid?.fee ? !paid.fee.refunded : computeTotals(amounts).orderFee > 0;
  try {
    await payments[CLIENT].refunds.create({
      payment_intent: intentId,
      // Stripe can't refund a fee that it didn't take. After a partial reversal it may not reverse the right share of the
      // fee; `settleSeller` corrects that.
      ...(first?.amount_reversed
        ? {}
        : { reverse_transfer: true, ...(hasFee ? { refund_application_fee: true } : {}) }),
      metadata: { orderId },
    });
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Already refunded means done; a low balance is the seller's to fill, and the answer says so.
    const isOurs = !["charge_already_refunded", "balance_insufficient"].includes(error.code ?? "");
    const metric = countedIf(isOurs, "MoneyNotMoved");
    log.warn("A refund was refused", { ...metric, orderId, ...toLogFields(error) });
    if (error.code === "charge_already_refunded") return undefined;
    return error.code === "balance_insufficient" ? "uncovered" : "refused";
  }
}

/** Refunds a payment without an order. True if something was refunded; a refusal is logged. */
export async function refundExcess(payments: Payments, payment: Payment, log: Logger) {
  const { id, metadata, transfer_data, application_fee_amount } = payment;
  const paid = await readCharge(payments, id);
  if (!paid || isAllReturned(paid)) return false;
  const { orderId = "" } = metadata;
  try {
    await payments[CLIENT].refunds.create({
      payment_intent: id,
      ...(transfer_data ? { reverse_transfer: true } : {}),
      ...(application_fee_amount ? { refund_application_fee: true } : {}),
      metadata: { orderId },
    });
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.code !== "charge_already_refunded") {
      log.error("An order was paid twice, and the refund was refused", {
        ...counted("MoneyNotMoved"),
        orderId,
        ...toLogFields(error),
      });
    }
    return false;
  }
}
