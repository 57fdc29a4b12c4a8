import type { Selection } from "#shared/model/sales.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { titleLabel } from "#web/features/orders/order-labels.ts";
import { formatCsv, toCsvCell } from "#web/ui/csv.ts";

const COLUMNS = [
  "Date (UTC)",
  "Order",
  "Artwork",
  "License",
  "Status",
  "Amount (USD)",
  "Fee (USD)",
  "Refunded or disputed (USD)",
] as const;

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** The orders of a range as CSV. */
export function toCsv(items: Selection["items"]): string {
  const rows = items.map(({ created, orderId, licenseType, status, amount, fee, returned, ...works }) => [
    ...[created, formatOrderNumber(orderId), titleLabel(works), licenseType, status].map(toCsvCell),
    dollars(amount),
    dollars(fee),
    dollars(returned),
  ]);
  return formatCsv([COLUMNS.map(toCsvCell), ...rows]);
}
