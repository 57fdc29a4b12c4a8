import type { OrderSide } from "#shared/model/order.ts";

/** How each side speaks of its money. */
export const SIDE_LABELS: Readonly<
  Record<OrderSide, { readonly amount: string; readonly fees: string; readonly orders: string }>
> = {
  purchases: { amount: "Spent", fees: "Service fees", orders: "Purchases" },
  sales: { amount: "Earned", fees: "Seller fees", orders: "Sales" },
};
