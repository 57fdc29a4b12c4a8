import { FEES, LIMITS } from "../limits.ts";

/** One side's fee: a share of the price, in basis points (hundredths of a percent), and a fixed part, in cents. */
export interface Fee {
  readonly basisPoints: number;
  readonly fixedCents: number;
}

export interface FeeSchedule {
  readonly buyer: Fee;
  readonly seller: Fee;
}

/** Every amount of a sale, in cents: `orderSpent` = `price` + `buyerFee` − `discount` + `tax` = `orderEarned` + `orderFee`. */
export interface Amounts {
  readonly price: number;
  readonly buyerFee: number;
  readonly sellerFee: number;
  readonly discount: number;
  readonly orderSpent: number;
  readonly orderEarned: number;
  readonly orderFee: number;
  /** The price before a seller's code; absent without one. */
  readonly listPrice?: number | undefined;
  /** The part of `orderFee` that the platform owes to tax authorities; absent where the stage calculates none. */
  readonly tax?: number | undefined;
}

/** A discount code. A seller's code lowers the price; any other is paid from the platform's fees. */
export interface Code {
  /** Percentage of the licence's price. */
  readonly percent: number;
  readonly isSellers: boolean;
}

const WHOLE = 10_000;

/** A share of an amount in whole cents, by integer arithmetic; rounds half up. */
function computeShare(cents: number, basisPoints: number): number {
  const rounded = cents * basisPoints + WHOLE / 2;
  return (rounded - (rounded % WHOLE)) / WHOLE;
}

const computeFee = (price: number, { basisPoints, fixedCents }: Fee) => computeShare(price, basisPoints) + fixedCents;

/**
 * Splits a price between seller and platform; the discount comes out of the platform's fees. Free licences have no fees, and
 * the seller's fee never exceeds the price.
 */
export function computeFees(price: number, discount = 0, fees: FeeSchedule = FEES): Amounts {
  const buyerFee = price === 0 ? 0 : computeFee(price, fees.buyer);
  const sellerFee = price === 0 ? 0 : Math.min(price, computeFee(price, fees.seller));
  const orderFee = buyerFee + sellerFee - Math.min(discount, buyerFee + sellerFee);
  const orderEarned = price - sellerFee;
  const orderSpent = orderEarned + orderFee;
  return { price, buyerFee, sellerFee, discount: price + buyerFee - orderSpent, orderSpent, orderEarned, orderFee };
}

/** A percentage of a price, in cents, capped at the platform's fees, which pay for it. */
export function computeDiscount(price: number, percent: number, fees: FeeSchedule = FEES): number {
  return Math.min(computeShare(price, percent * 100), computeFees(price, 0, fees).orderFee);
}

/** True if the discount was capped at the platform's fees. */
export const isDiscountCapped = (price: number, percent: number, discount: number) =>
  discount < computeShare(price, percent * 100);

/** The lowest price of a paid licence, in cents. */
const MIN_PRICE = LIMITS.price.min * 100;

/** A price less the seller's percentage, in cents, not below the lowest price. */
export const computeReducedPrice = (price: number, percent: number) =>
  Math.max(Math.min(price, MIN_PRICE), price - computeShare(price, percent * 100));

/** True if the reduction was capped at the lowest price. */
export const isReductionCapped = (listPrice: number, percent: number, price: number) =>
  price > listPrice - computeShare(listPrice, percent * 100);

/** True if the code applies to this price; a seller's doesn't if it would lower nothing. */
export const lowersPrice = (price: number, { percent, isSellers }: Code) =>
  price > 0 && (!isSellers || computeReducedPrice(price, percent) < price);

/** All amounts of a sale, with or without a code; fees follow from the price that a seller's code has lowered. */
export function computeSale(price: number, code: Code | undefined, fees: FeeSchedule = FEES): Amounts {
  if (!code) return computeFees(price, 0, fees);
  if (!code.isSellers) return computeFees(price, computeDiscount(price, code.percent, fees), fees);
  return { ...computeFees(computeReducedPrice(price, code.percent), 0, fees), listPrice: price };
}

/** Adds tax, which the buyer pays to the platform; the seller's earnings stay the same. */
export const addTax = (amounts: Amounts, tax: number): Amounts => ({
  ...amounts,
  tax,
  orderSpent: amounts.orderSpent + tax,
  orderFee: amounts.orderFee + tax,
});

/** The tax within a part of the buyer's payment, in whole cents; rounds half up. */
export const computeIncludedTax = ({ tax = 0, orderSpent }: Pick<Amounts, "tax" | "orderSpent">, part: number) =>
  tax === 0 ? 0 : Math.round((tax * Math.max(0, part)) / orderSpent);

/** A buyer's amounts of a licence, in cents. */
export const toBreakdown = ({ price, buyerFee, discount, orderSpent, listPrice, tax }: Amounts) => ({
  licensePrice: price,
  buyerFee,
  discount,
  orderSpent,
  ...(listPrice === undefined ? {} : { listPrice }),
  ...(tax === undefined ? {} : { tax }),
});
