import { type Account, type Money, NOTHING, same, say, sum } from "./money.ts";

/** What differs between our books and the provider's: a line for each order, none where everything agrees. */
export function compareLedgers(books: ReadonlyMap<string, Account>, provider: ReadonlyMap<string, Money>) {
  const differences: string[] = [];
  let [booked, held] = [NOTHING, NOTHING];
  for (const orderId of new Set([...books.keys(), ...provider.keys()])) {
    const account = books.get(orderId);
    const paid = provider.get(orderId) ?? NOTHING;
    booked = sum(booked, account?.booked ?? NOTHING);
    held = sum(held, paid);
    const problem = problemOf(account, paid);
    if (problem) differences.push(`${orderId}: ${problem}`);
  }
  const totals = { booked, held };
  if (!same(booked, held)) differences.push(`in total: booked ${say(booked)}, at the provider ${say(held)}`);
  return { orders: books.size, totals, differences };
}

function problemOf(account: Account | undefined, paid: Money) {
  if (!account) return same(paid, NOTHING) ? undefined : `paid (${say(paid)}), and there is no order`;
  const { agreed, booked, status } = account;
  if (status === "missing") return "booked, and there is no order";
  if (booked.spent !== booked.earned + booked.fee) return `spent isn't earned and fee: ${say(booked)}`;
  if (!same(agreed, booked)) return `${status}, agreed ${say(agreed)}, booked ${say(booked)}`;
  if (!same(booked, paid)) return `${status}, booked ${say(booked)}, at the provider ${say(paid)}`;
  return undefined;
}
