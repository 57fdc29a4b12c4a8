/** Whole dollars; with a commercial price, commercial use is a separate licence. */
export type Price = { personal: number; commercial?: number };

/** Prices by title; on a stage without payments the artwork is free. */
export const PRICES: Readonly<Record<string, Price>> = {
  "Lilac Hour": { personal: 60, commercial: 180 },
  "Rosehip Season": { personal: 45, commercial: 140 },
  Undertow: { personal: 80, commercial: 240 },
  "Rose Window, South Transept": { personal: 90 },
  Veil: { personal: 75, commercial: 190 },
  "Corrie and Scree": { personal: 35 },
  "Linen Cupboard": { personal: 40, commercial: 95 },
  Ausstellung: { personal: 65, commercial: 180 },
};
