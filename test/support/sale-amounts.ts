import { formatPrice } from "#shared/format.ts";
import { type Amounts, computeFees } from "#shared/rules/fees.ts";

/** Cents as people read them, such as `$23.35`. */
export const formatCents = (cents = 0) => formatPrice(cents / 100, { decimals: 2 });

/** The buyer's total of a licence, such as `$44.35` for 4,000 cents. */
export const formatTotal = (price: number, discount = 0) => formatCents(computeFees(price, discount).orderSpent);

/** Fees and earnings of a licence as people read them. */
export function formatSale(price: number) {
  const { buyerFee, sellerFee, orderEarned } = computeFees(price);
  return {
    buyerFee: formatCents(buyerFee),
    sellerFee: formatCents(sellerFee),
    earned: formatCents(orderEarned),
  };
}

/** Amounts of the personal and the commercial licence of `pricedArtwork`, in cents. */
export const SALE = computeFees(2000);
export const COMMERCIAL_SALE = computeFees(5000);

/** A fifth of what its buyer paid, and what the seller has left once that goes back. */
export const FIFTH = Math.round(SALE.orderSpent / 5);
export const LEFT_SHARE = SALE.orderEarned - Math.round((SALE.orderEarned * FIFTH) / SALE.orderSpent);

const toEuros = (cents: number) => Math.round(cents * 0.92);

/** Euro cents that a seller gets: the payment less our fee, which the provider converts one by one. */
export const toPayout = ({ orderSpent, orderFee }: Amounts) => toEuros(orderSpent) - toEuros(orderFee);

/** Our fee in cents once it has come back from euros, which costs 1 %. */
export const KEPT_FEE = Math.round((toEuros(SALE.orderFee) / 0.92) * 0.99);
