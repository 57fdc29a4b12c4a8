import type { Selection } from "#shared/model/sales.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";

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

/** A quoted cell; neutralizes formulas of half or full width, which a title could inject into a spreadsheet (CWE-1236). */
const cell = (text: string) => `"${(/^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** The orders of a range as CSV (RFC 4180), with a byte order mark so that spreadsheets detect UTF-8. */
export function toCsv(items: Selection["items"]): string {
  const rows = items.map(({ created, orderId, artwork, licenseType, status, amount, fee, returned }) => [
    ...[created, formatOrderNumber(orderId), artwork.title, licenseType, status].map(cell),
    dollars(amount),
    dollars(fee),
    dollars(returned),
  ]);
  return `\uFEFF${[COLUMNS.map(cell), ...rows].map((row) => row.join(",")).join("\r\n")}\r\n`;
}
