import type { OrderItem } from "../order/find-orders.ts";
import type { Booking } from "../order/movement.entity.ts";
import { computeKeptTax, computeTotals, getReturned } from "../order/order-view.ts";
import { NO_MONEY, type OrderMoney, sumMoney } from "./money.ts";

/** An order's money before its movements are added. */
export function toOrderMoney({ amounts, status, intentId, settlement, unsettled, taxReversal }: OrderItem): OrderMoney {
  const { orderSpent: spent, orderEarned: earned, orderFee: fee } = computeTotals(amounts);
  const returned = getReturned({ amounts });
  return {
    expected: { spent: spent - returned.spent, earned: earned - returned.earned, fee: fee - returned.fee },
    booked: NO_MONEY,
    tax: amounts.tax === undefined ? undefined : { expected: computeKeptTax(amounts, returned.spent), booked: 0 },
    taxReversal: taxReversal?.amount,
    status,
    intentId,
    settlement,
    isUnsettled: unsettled ?? false,
  };
}

/** Adds a movement to what is booked. */
export const addMovement = (
  money: OrderMoney,
  { spent, earned, fee, tax = 0 }: Pick<Booking, "spent" | "earned" | "fee" | "tax">,
): OrderMoney => ({
  ...money,
  tax: money.tax && { ...money.tax, booked: money.tax.booked + tax },
  booked: sumMoney(money.booked, { spent, earned, fee }),
});
