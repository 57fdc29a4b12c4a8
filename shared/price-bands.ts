import { FEES, LIMITS } from "./limits.ts";
import { computeFees, type FeeSchedule } from "./rules/fees.ts";

/** Upper bounds of the price filter, fees included, in dollars. */
export const PRICE_STOPS = [25, 50, 100, 250, 500] as const;

/** A buyer's price, in cents, both ends included. */
export interface PriceRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Whole dollar prices without fees, both ends included, whose buyer's price is in the range; `undefined` if there are none. */
export function toDollarRange({ from = 0, to = Number.POSITIVE_INFINITY }: PriceRange, fees: FeeSchedule = FEES) {
  const costs = (dollars: number) => computeFees(dollars * 100, 0, fees).orderSpent;
  const prices = Array.from({ length: LIMITS.price.max + 1 }, (_, dollars) => dollars).filter(
    (dollars) => costs(dollars) >= from && costs(dollars) <= to,
  );
  const [first, last] = [prices[0], prices.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}
