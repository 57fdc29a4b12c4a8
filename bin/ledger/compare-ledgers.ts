import { type Account, formatMoney, isSameMoney, type Money, NO_MONEY, sumMoney } from "./money.ts";

/** Compares our orders and movements with the provider's payments; returns a line per difference. */
export function compareLedgers(accounts: ReadonlyMap<string, Account>, provider: ReadonlyMap<string, Money>) {
  const differences: string[] = [];
  let [booked, held] = [NO_MONEY, NO_MONEY];
  for (const orderId of new Set([...accounts.keys(), ...provider.keys()])) {
    const account = accounts.get(orderId);
    const paid = provider.get(orderId) ?? NO_MONEY;
    booked = sumMoney(booked, account?.booked ?? NO_MONEY);
    held = sumMoney(held, paid);
    const problem = problemOf(account, paid);
    if (problem) differences.push(`${orderId}: ${problem}`);
  }
  const totals = { booked, held };
  if (!isSameMoney(booked, held))
    differences.push(`in total: booked ${formatMoney(booked)}, at the provider ${formatMoney(held)}`);
  return { orders: accounts.size, totals, differences };
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
