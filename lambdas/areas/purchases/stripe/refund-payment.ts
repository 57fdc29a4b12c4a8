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
 * Pays back what is left of an order at the provider: from the seller what they got, from us our fee. There is no second
 * refund of all, and no key of ours either, which would repeat a refusal for a day after its cause is gone. Undefined once
 * it was asked for; `uncovered` where the seller's balance is too low, `refused` where the provider won't, for instance
 * because the money is disputed.
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
      // The provider refuses to give back a fee that it didn't take. Where a part was reversed before, it may not reverse
      // the rest with the right share of the fee: `settleSeller` does.
      ...(first?.amount_reversed
        ? {}
        : { reverse_transfer: true, ...(hasFee ? { refund_application_fee: true } : {}) }),
      metadata: { orderId },
    });
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The one has moved, and the other is the seller's to fill, who is told.
    const isOurs = !["charge_already_refunded", "balance_insufficient"].includes(error.code ?? "");
    const metric = countedIf(isOurs, "MoneyNotMoved");
    log.warn("A refund was refused", { ...metric, orderId, ...toLogFields(error) });
    if (error.code === "charge_already_refunded") return undefined;
    return error.code === "balance_insufficient" ? "uncovered" : "refused";
  }
}

/** Pays back a payment that no order is for. Whether there was anything left of it; a refusal is logged. */
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
