import type { OrderSide } from "#shared/model/order.ts";
import type { OrderEntry } from "../../order/find-orders.ts";
import { returnedOf, totalsOf } from "../../order/order-view.ts";

/** What an order comes to on one side, in cents: what the buyer spent or the seller earned, and that side's fee. */
export function shareOf(order: OrderEntry, side: OrderSide) {
  const { amounts, status } = order;
  const { orderSpent, orderEarned } = totalsOf(amounts);
  const back = returnedOf(order);
  const isPurchase = side === "purchases";
  const amount = isPurchase ? orderSpent : orderEarned;
  const fee = isPurchase ? amounts.buyerFee : amounts.sellerFee;
  const returned = isPurchase ? back.spent : back.earned;
  // What a bank took beyond the payment is the platform's loss.
  const kept = Math.max(0, amount - returned);
  return {
    amount,
    fee,
    returned,
    /** Less what went back, and the fee in it. */
    kept,
    keptFee: amount === 0 ? 0 : Math.round((fee * kept) / amount),
    /** Whether it was paid and wasn't refunded. */
    counts: status !== "refunded" && amount > 0,
  };
}
