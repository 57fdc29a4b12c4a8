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
  /** The price before a seller's code lowered it; absent without one. */
  readonly listPrice?: number | undefined;
  /** Part of `orderFee` that the platform owes the authorities; absent where the stage calculates none. */
  readonly tax?: number | undefined;
}

/** A discount code. A seller's lowers the price itself; any other is paid out of the platform's part. */
export interface Code {
  /** Of the licence's price. */
  readonly percent: number;
  readonly isSellers: boolean;
}

const WHOLE = 10_000;

/** A share of whole cents in integer arithmetic; halves go up. */
function computeShare(cents: number, basisPoints: number): number {
  const rounded = cents * basisPoints + WHOLE / 2;
  return (rounded - (rounded % WHOLE)) / WHOLE;
}

const feeOn = (price: number, { basisPoints, fixedCents }: Fee) => computeShare(price, basisPoints) + fixedCents;

/**
 * Splits a price between seller and platform; the discount comes out of the platform's part. What is free costs nobody
 * anything, and no seller pays more than the price.
 */
export function computeFees(price: number, discount = 0, fees: FeeSchedule = FEES): Amounts {
  const buyerFee = price === 0 ? 0 : feeOn(price, fees.buyer);
  const sellerFee = price === 0 ? 0 : Math.min(price, feeOn(price, fees.seller));
  const orderFee = buyerFee + sellerFee - Math.min(discount, buyerFee + sellerFee);
  const orderEarned = price - sellerFee;
  const orderSpent = orderEarned + orderFee;
  return { price, buyerFee, sellerFee, discount: price + buyerFee - orderSpent, orderSpent, orderEarned, orderFee };
}

/** A percentage off a price, in cents: never more than the platform's part, which pays for it. */
export function discountOn(price: number, percent: number, fees: FeeSchedule = FEES): number {
  return Math.min(computeShare(price, percent * 100), computeFees(price, 0, fees).orderFee);
}

/** True if a percentage off a price exceeds the platform's part, so that less was taken off. */
export const isDiscountCapped = (price: number, percent: number, discount: number) =>
  discount < computeShare(price, percent * 100);

/** The least price of a licence that costs anything, in cents. */
const LEAST_PRICE = LIMITS.price.min * 100;

/** A price less a seller's percentage, in cents: never below the least price of a licence. */
export const reducedPrice = (price: number, percent: number) =>
  Math.max(Math.min(price, LEAST_PRICE), price - computeShare(price, percent * 100));

/** True if a seller's percentage would have led below the least price, so that less was taken off. */
export const isReductionCapped = (listPrice: number, percent: number, price: number) =>
  price > listPrice - computeShare(listPrice, percent * 100);

/** True if the code can be used for a licence of this price; a seller's isn't where it would lower nothing. */
export const takesOff = (price: number, { percent, isSellers }: Code) =>
  price > 0 && (!isSellers || reducedPrice(price, percent) < price);

/** Every amount of a sale with a code or without one: all fees follow from the price that a seller's code has lowered. */
export function computeSale(price: number, code: Code | undefined, fees: FeeSchedule = FEES): Amounts {
  if (!code) return computeFees(price, 0, fees);
  if (!code.isSellers) return computeFees(price, discountOn(price, code.percent, fees), fees);
  return { ...computeFees(reducedPrice(price, code.percent), 0, fees), listPrice: price };
}

/** A sale with the tax on top, which the buyer pays to the platform: the seller earns the same. */
export const withTax = (amounts: Amounts, tax: number): Amounts => ({
  ...amounts,
  tax,
  orderSpent: amounts.orderSpent + tax,
  orderFee: amounts.orderFee + tax,
});

/** The tax within a part of what the buyer paid, in whole cents; halves go up. */
export const taxWithin = ({ tax = 0, orderSpent }: Pick<Amounts, "tax" | "orderSpent">, part: number) =>
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
