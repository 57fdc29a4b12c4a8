import type { OrderSide } from "#shared/model/order.ts";
import type { OrderEntry } from "../../order/find-orders.ts";
import { totalsOf } from "../../order/order-view.ts";

/** What an order comes to on one side, in cents: what the buyer spent or the seller earned, and that side's fee. */
export function shareOf({ amounts, status }: OrderEntry, side: OrderSide) {
  const { orderSpent, orderEarned } = totalsOf(amounts);
  return {
    amount: side === "purchases" ? orderSpent : orderEarned,
    fee: side === "purchases" ? amounts.buyerFee : amounts.sellerFee,
    /** Whether it wasn't paid back. */
    stands: status !== "refunded",
  };
}
