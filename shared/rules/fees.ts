import { FEES } from "../limits.ts";

/** One side's fee: a share of the price, in basis points (hundredths of a percent), and a fixed part, in cents. */
export interface Fee {
  readonly basisPoints: number;
  readonly fixedCents: number;
}

export interface FeeSchedule {
  readonly buyer: Fee;
  readonly seller: Fee;
}

/** Every amount of a sale, in cents: `orderSpent` = `price` + `buyerFee` − `discount` = `orderEarned` + `orderFee`. */
export interface Amounts {
  readonly price: number;
  readonly buyerFee: number;
  readonly sellerFee: number;
  readonly discount: number;
  readonly orderSpent: number;
  readonly orderEarned: number;
  readonly orderFee: number;
}

const WHOLE = 10_000;

/** A share of whole cents in integer arithmetic; halves go up. */
function shareOf(cents: number, basisPoints: number): number {
  const rounded = cents * basisPoints + WHOLE / 2;
  return (rounded - (rounded % WHOLE)) / WHOLE;
}

const feeOn = (price: number, { basisPoints, fixedCents }: Fee) => shareOf(price, basisPoints) + fixedCents;

/**
 * Splits a price between seller and platform; the discount comes out of the platform's part. What is free costs nobody
 * anything, and no seller pays more than the price.
 */
export function feesOf(price: number, discount = 0, fees: FeeSchedule = FEES): Amounts {
  const buyerFee = price === 0 ? 0 : feeOn(price, fees.buyer);
  const sellerFee = price === 0 ? 0 : Math.min(price, feeOn(price, fees.seller));
  const orderFee = buyerFee + sellerFee - Math.min(discount, buyerFee + sellerFee);
  const orderEarned = price - sellerFee;
  const orderSpent = orderEarned + orderFee;
  return { price, buyerFee, sellerFee, discount: price + buyerFee - orderSpent, orderSpent, orderEarned, orderFee };
}

/** A percentage off a price, in cents: never more than the platform's part, which pays for it. */
export function discountOn(price: number, percent: number, fees: FeeSchedule = FEES): number {
  return Math.min(shareOf(price, percent * 100), feesOf(price, 0, fees).orderFee);
}

/** True if a percentage off a price exceeds the platform's part, so that less was taken off. */
export const isDiscountCapped = (price: number, percent: number, discount: number) =>
  discount < shareOf(price, percent * 100);

/** A buyer's amounts of a licence, in cents. */
export const breakdownOf = ({ price, buyerFee, discount, orderSpent }: Amounts) => ({
  licensePrice: price,
  buyerFee,
  discount,
  orderSpent,
});
