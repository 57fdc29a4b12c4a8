import * as z from "zod/mini";

/**
 * Counts and cents of a UTC day. `signups`: accounts created on it whose address was verified. `works`: artwork published on
 * it. `sales` and `sold`: paid orders and what their buyers paid. `fees`: the platform's part of these, without tax.
 * `refunds`, `refunded` and `feesReturned`: what went back to buyers on it, also of earlier orders.
 */
export const FIGURES = ["signups", "works", "sales", "sold", "fees", "refunds", "refunded", "feesReturned"] as const;
export type Figure = (typeof FIGURES)[number];

const figures = Object.fromEntries(FIGURES.map((figure) => [figure, z.number()])) as Readonly<
  Record<Figure, z.ZodMiniNumber>
>;

/** The marketplace's figures of a range of UTC days, both included, with a point for every day. */
export const Numbers = z.object({
  start: z.string(),
  end: z.string(),
  series: z.array(z.object({ day: z.string(), ...figures })),
});
export type Numbers = z.output<typeof Numbers>;
