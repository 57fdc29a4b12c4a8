import { type Account, formatMoney, type Held, isSameMoney, type Money, NO_MONEY, sumMoney } from "./money.ts";

/**
 * Compares our orders and movements with the provider's payments; returns a line per difference, and one per payment
 * whose money hasn't moved yet, which is compared by what will.
 */
export function compareLedgers(accounts: ReadonlyMap<string, Account>, provider: ReadonlyMap<string, Held>) {
  const differences: string[] = [];
  const unsettled: string[] = [];
  let [booked, held] = [NO_MONEY, NO_MONEY];
  for (const orderId of new Set([...accounts.keys(), ...provider.keys()])) {
    const account = accounts.get(orderId);
    const paid = provider.get(orderId) ?? { ...NO_MONEY, isSettled: true };
    if (!paid.isSettled) unsettled.push(`${orderId}: not settled yet, ${formatMoney(paid)}`);
    booked = sumMoney(booked, account?.booked ?? NO_MONEY);
    held = sumMoney(held, paid);
    const problem = problemOf(account, paid);
    if (problem) differences.push(`${orderId}: ${problem}`);
  }
  const totals = { booked, held };
  if (!isSameMoney(booked, held))
    differences.push(`in total: booked ${formatMoney(booked)}, at the provider ${formatMoney(held)}`);
  return { orders: accounts.size, totals, differences, unsettled };
}

function problemOf(account: Account | undefined, paid: Money) {
  if (!account) return isSameMoney(paid, NO_MONEY) ? undefined : `paid (${formatMoney(paid)}), and there is no order`;
  const { agreed, booked, status } = account;
  if (status === "missing") return "booked, and there is no order";
  if (booked.spent !== booked.earned + booked.fee) return `spent isn't earned plus fee: ${formatMoney(booked)}`;
  if (!isSameMoney(agreed, booked)) return `${status}, agreed ${formatMoney(agreed)}, booked ${formatMoney(booked)}`;
  if (!isSameMoney(booked, paid))
    return `${status}, booked ${formatMoney(booked)}, at the provider ${formatMoney(paid)}`;
  return undefined;
}
