import { isDeepStrictEqual } from "node:util";
import {
  type Account,
  type CurrencyTotal,
  formatMoney,
  formatSettlement,
  type Held,
  isSameMoney,
  NO_MONEY,
  sumMoney,
} from "./money.ts";
import type { RecordedTax } from "./read-tax.ts";

const NOTHING: Held = { ...NO_MONEY, isPending: false };

/**
 * Compares our orders and movements with Stripe's payments, and stored settlements with sellers' balances. Returns a line per
 * difference, and one per unsettled order, whose expected amounts are compared.
 */
export function compareLedgers(
  accounts: ReadonlyMap<string, Account>,
  provider: ReadonlyMap<string, Held>,
  recordedTax: ReadonlyMap<string, RecordedTax> = new Map(),
) {
  const differences: string[] = [];
  const unsettled: string[] = [];
  const settled: CurrencyTotal[] = [];
  let [booked, held] = [NO_MONEY, NO_MONEY];
  let tax = 0;
  for (const orderId of new Set([...accounts.keys(), ...provider.keys()])) {
    const account = accounts.get(orderId);
    const paid = provider.get(orderId) ?? NOTHING;
    if (paid.isPending || account?.isUnsettled) unsettled.push(`${orderId}: not settled yet, ${formatMoney(paid)}`);
    else settled.push(...listTotals(account, paid));
    booked = sumMoney(booked, account?.booked ?? NO_MONEY);
    held = sumMoney(held, paid);
    tax += account?.tax?.booked ?? 0;
    const problem = findLedgerProblem(account, paid) ?? taxProblem(account, recordedTax.get(orderId));
    if (problem) differences.push(`${orderId}: ${problem}`);
  }
  const totals = { booked, held };
  if (!isSameMoney(booked, held))
    differences.push(`in total: booked ${formatMoney(booked)}, at the provider ${formatMoney(held)}`);
  return { orders: accounts.size, totals, tax, settled: sumByCurrency(settled), differences, unsettled };
}

function findLedgerProblem(account: Account | undefined, paid: Held) {
  if (!account) return isSameMoney(paid, NO_MONEY) ? undefined : `paid (${formatMoney(paid)}), and there is no order`;
  const { agreed, booked, status, settlement, isUnsettled } = account;
  if (status === "missing") return "booked, and there is no order";
  if (booked.spent !== booked.earned + booked.fee) return `spent isn't earned plus fee: ${formatMoney(booked)}`;
  if (!isSameMoney(agreed, booked)) return `${status}, agreed ${formatMoney(agreed)}, booked ${formatMoney(booked)}`;
  if (!isSameMoney(booked, paid))
    return `${status}, booked ${formatMoney(booked)}, at the provider ${formatMoney(paid)}`;
  const isOther = settlement && paid.settlement && !isDeepStrictEqual(settlement, paid.settlement);
  if (!isUnsettled && isOther)
    return `${status}, keeps ${formatSettlement(settlement)}, at the provider ${formatSettlement(paid.settlement)}`;
  return undefined;
}

/** While a bank decides, Stripe's records have tax that the books lack. */
function taxProblem(account: Account | undefined, recorded: RecordedTax | undefined) {
  if (!account?.tax) return undefined;
  const { tax, booked, status } = account;
  if (tax.agreed !== tax.booked) return `${status}, tax agreed ${tax.agreed}, booked ${tax.booked}`;
  if (!recorded || status === "disputed") return undefined;
  if ("problem" in recorded) return `${status}, Stripe recorded no tax: ${recorded.problem}`;
  const spent = Math.max(0, booked.spent);
  return recorded.gross === spent
    ? undefined
    : `${status}, booked ${spent}, in Stripe's records of tax ${recorded.gross}`;
}

/** Orders without a stored settlement count on neither side. */
function listTotals(account: Account | undefined, { settlement: held }: Held): CurrencyTotal[] {
  const kept = account?.settlement;
  if (!kept || !held) return [];
  return (["seller", "fee"] as const).flatMap((of) => [
    ...(kept[of] ? [{ of, currency: kept[of].currency, kept: kept[of].amount, held: 0 }] : []),
    ...(held[of] ? [{ of, currency: held[of].currency, kept: 0, held: held[of].amount }] : []),
  ]);
}

const sumByCurrency = (totals: readonly CurrencyTotal[]): CurrencyTotal[] =>
  [...Map.groupBy(totals, ({ of, currency }) => `${of} ${currency}`).values()].flatMap((group) =>
    group[0]
      ? [
          {
            ...group[0],
            kept: group.reduce((sum, { kept }) => sum + kept, 0),
            held: group.reduce((sum, { held }) => sum + held, 0),
          },
        ]
      : [],
  );
