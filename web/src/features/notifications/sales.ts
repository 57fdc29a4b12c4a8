import { formatPrice } from "#shared/format.ts";
import type { Notification } from "#shared/model/community.ts";
import { formatWorks } from "#shared/rules/offers.ts";

/** True for a sale, unlike a refund or dispute of an order. */
export const isSale = ({ type, refund, dispute }: Pick<Notification, "type" | "refund" | "dispute">) =>
  type === "order" && !refund && !dispute;

export const formatEarned = (cents: number) => `You earned ${formatPrice(cents / 100, { decimals: 2 })}`;

/** The sales that arrived live in this tab and weren't dismissed, oldest first. */
function createSales() {
  const listeners = new Set<() => void>();
  const known = new Set<string>();
  let shown: readonly Notification[] = [];
  function show(next: readonly Notification[]) {
    shown = next;
    for (const listener of listeners) listener();
  }
  return {
    /** The server may deliver the same one again. */
    add(notification: Notification) {
      if (!isSale(notification) || known.has(notification.id)) return;
      known.add(notification.id);
      show([...shown, notification]);
    },
    clear() {
      if (shown.length > 0) show([]);
    },
    list: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const sales = createSales();

/** The sale that stands for all: the account's first one, else the newest; with their number and sum. */
export function summarizeSales(all: readonly Notification[]) {
  const sale = all.find(({ firstSale }) => firstSale) ?? all.at(-1);
  if (!sale) return undefined;
  const earned = all.reduce((sum, one) => sum + (one.earned ?? 0), 0);
  const isFirst = sale.firstSale === true;
  const heading = isFirst ? "Your first sale!" : all.length > 1 ? `${all.length} new sales` : "You made a sale";
  const amount = earned > 0 ? formatEarned(earned) : "Licensed for free";
  const works = formatWorks(sale.title, sale.furtherWorks ?? 0);
  return { sale, works, isFirst, isAlone: all.length === 1, heading, amount };
}
