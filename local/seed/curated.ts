/** Titles of the works that the demo's home page opens with, in their order. */
export const CURATED = [
  "Harbour Rush",
  "Exposure, Forty Minutes",
  "Two Stones",
  "First Light over Tarn Hollow",
  "Bazaar Basket",
  "Rose Window, South Transept",
  "Night Bus Window",
  "Playa Magenta",
  "Polder, Late Summer",
  "Samambaia",
] as const;
