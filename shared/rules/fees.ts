import { FEES } from "../limits.ts";

/** What each side of a sale pays and gets, in cents. */
export interface Fees {
  readonly buyerFee: number;
  readonly sellerFee: number;
  readonly orderSpent: number;
  readonly orderEarned: number;
  readonly orderFee: number;
}

/** Halves go up; `Math.round` on the scaled integer keeps the product exact. */
const share = (cents: number, part: number) => Math.round((cents * Math.round(part * 100)) / 100);

/** Splits a price, in cents, between seller and platform; a discount, in cents, comes out of the platform's part. */
export function feesOf(price: number, discount = 0): Fees {
  if (price === 0) return { buyerFee: 0, sellerFee: 0, orderSpent: 0, orderEarned: 0, orderFee: 0 };
  const buyerFee = share(price, FEES.buyerShare) + FEES.buyerFixedCents;
  const sellerFee = share(price, FEES.sellerShare);
  const paidOut = Math.min(discount, buyerFee + sellerFee);
  const orderEarned = price - sellerFee;
  const orderSpent = price + buyerFee - paidOut;
  return { buyerFee, sellerFee, orderSpent, orderEarned, orderFee: orderSpent - orderEarned };
}

/** What a percentage off a price comes to, in cents: never more than the platform's part, out of which it is paid. */
export function discountOn(price: number, percent: number): number {
  const { orderFee } = feesOf(price);
  return Math.min(share(price, percent / 100), orderFee);
}

/** What a licence costs its buyer, in cents. */
export function breakdownOf(price: number, discount = 0) {
  const { buyerFee, orderSpent } = feesOf(price, discount);
  return { licensePrice: price, buyerFee, discount: price + buyerFee - orderSpent, orderSpent };
}
