import { formatPrice } from "#shared/format.ts";

/** Amounts of the API are cents; whole dollars are shown without decimals. */
export const centsLabel = (cents: number): string => formatPrice(cents / 100, { decimals: cents % 100 ? 2 : 0 });
