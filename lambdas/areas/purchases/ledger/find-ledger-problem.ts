import { isDeepStrictEqual } from "node:util";
import { formatMoney, formatSettlement, isSameMoney, NO_MONEY, type OrderMoney, type ProviderMoney } from "./money.ts";

/** The difference between an order in our books and its payment at Stripe, in words; undefined if they agree. */
export function findLedgerProblem(account: OrderMoney | undefined, paid: ProviderMoney) {
  if (!account) return isSameMoney(paid, NO_MONEY) ? undefined : `paid (${formatMoney(paid)}), but there is no order`;
  const { expected, booked, status, settlement, isUnsettled } = account;
  if (status === "missing") return "booked, but there is no order";
  if (booked.spent !== booked.earned + booked.fee) return `spent isn't earned plus fee: ${formatMoney(booked)}`;
  if (!isSameMoney(expected, booked))
    return `${status}, expected ${formatMoney(expected)}, booked ${formatMoney(booked)}`;
  if (!isSameMoney(booked, paid))
    return `${status}, booked ${formatMoney(booked)}, at the provider ${formatMoney(paid)}`;
  const isOther = settlement && paid.settlement && !isDeepStrictEqual(settlement, paid.settlement);
  if (!isUnsettled && isOther)
    return `${status}, recorded ${formatSettlement(settlement)}, at the provider ${formatSettlement(paid.settlement)}`;
  return undefined;
}
