import { formatCount, formatPrice } from "#shared/format.ts";

/** A price in cents; whole dollars are shown without decimals. */
export const centsLabel = (cents: number): string => formatPrice(cents / 100, { decimals: cents % 100 ? 2 : 0 });

/** "1 review", "12 reviews". */
export const countLabel = (count: number, noun: string): string =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

/** A picture's width and height in pixels, without line breaks between them. */
export const dimensionsLabel = (width: number, height: number): string => `${width}\u00a0×\u00a0${height}`;
