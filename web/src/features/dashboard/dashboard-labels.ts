import type { OrderSide } from "#shared/model/order.ts";

/** Labels of each side's amounts. */
export const SIDE_LABELS: Readonly<
  Record<OrderSide, { readonly amount: string; readonly fees: string; readonly orders: string }>
> = {
  purchases: { amount: "Spent", fees: "Service fees", orders: "Purchases" },
  sales: { amount: "Earned", fees: "Seller fees", orders: "Sales" },
};
