import { findLedgerProblem } from "#lambdas/areas/purchases/ledger/find-ledger-problem.ts";
import {
  type CurrencyTotal,
  formatMoney,
  isSameMoney,
  NO_MONEY,
  type OrderMoney,
  type ProviderMoney,
  sumMoney,
} from "#lambdas/areas/purchases/ledger/money.ts";
import type { RecordedTax } from "./read-tax.ts";

const NOTHING: ProviderMoney = { ...NO_MONEY, isPending: false };

/**
 * Compares our orders and movements with Stripe's payments, and stored settlements with sellers' balances. Returns a line per
 * difference, and one per unsettled order, whose expected amounts are compared.
 */
export function compareLedgers(
  accounts: ReadonlyMap<string, OrderMoney>,
  provider: ReadonlyMap<string, ProviderMoney>,
  recordedTax: ReadonlyMap<string, RecordedTax> = new Map(),
) {
  const differences: string[] = [];
  const unsettled: string[] = [];
  const settled: CurrencyTotal[] = [];
  let [booked, atProvider] = [NO_MONEY, NO_MONEY];
  let tax = 0;
  for (const orderId of new Set([...accounts.keys(), ...provider.keys()])) {
    const account = accounts.get(orderId);
    const paid = provider.get(orderId) ?? NOTHING;
    if (paid.isPending || account?.isUnsettled) unsettled.push(`${orderId}: not settled yet, ${formatMoney(paid)}`);
    else settled.push(...listTotals(account, paid));
    booked = sumMoney(booked, account?.booked ?? NO_MONEY);
    atProvider = sumMoney(atProvider, paid);
    tax += account?.tax?.booked ?? 0;
    const problem = findLedgerProblem(account, paid) ?? taxProblem(account, recordedTax.get(orderId));
    if (problem) differences.push(`${orderId}: ${problem}`);
  }
  const totals = { booked, atProvider };
  if (!isSameMoney(booked, atProvider))
    differences.push(`in total: booked ${formatMoney(booked)}, at the provider ${formatMoney(atProvider)}`);
  return { orders: accounts.size, totals, tax, settled: sumByCurrency(settled), differences, unsettled };
}

/** Until a bank has decided a dispute, Stripe's tax records include tax that our movements don't. */
function taxProblem(account: OrderMoney | undefined, recorded: RecordedTax | undefined) {
  if (!account?.tax) return undefined;
  const { tax, booked, status } = account;
  if (tax.expected !== tax.booked) return `${status}, tax expected ${tax.expected}, booked ${tax.booked}`;
  if (!recorded || status === "disputed") return undefined;
  if ("problem" in recorded) return `${status}, Stripe recorded no tax: ${recorded.problem}`;
  const spent = Math.max(0, booked.spent);
  return recorded.gross === spent ? undefined : `${status}, booked ${spent}, in Stripe's tax records ${recorded.gross}`;
}

/** Orders without a stored settlement are left out of both totals. */
function listTotals(account: OrderMoney | undefined, { settlement: atProvider }: ProviderMoney): CurrencyTotal[] {
  const recorded = account?.settlement;
  if (!recorded || !atProvider) return [];
  return (["seller", "fee"] as const).flatMap((of) => [
    ...(recorded[of] ? [{ of, currency: recorded[of].currency, recorded: recorded[of].amount, atProvider: 0 }] : []),
    ...(atProvider[of]
      ? [{ of, currency: atProvider[of].currency, recorded: 0, atProvider: atProvider[of].amount }]
      : []),
  ]);
}

const sumByCurrency = (totals: readonly CurrencyTotal[]): CurrencyTotal[] =>
  [...Map.groupBy(totals, ({ of, currency }) => `${of} ${currency}`).values()].flatMap((group) =>
    group[0]
      ? [
          {
            ...group[0],
            recorded: group.reduce((sum, { recorded }) => sum + recorded, 0),
            atProvider: group.reduce((sum, { atProvider }) => sum + atProvider, 0),
          },
        ]
      : [],
  );
