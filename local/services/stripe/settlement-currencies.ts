/** Countries whose accounts settle in another currency than the euro. */
const CURRENCIES: Readonly<Record<string, string>> = {
  CH: "chf",
  CZ: "czk",
  DK: "dkk",
  GB: "gbp",
  HU: "huf",
  LI: "chf",
  NO: "nok",
  PL: "pln",
  RO: "ron",
  SE: "sek",
  US: "usd",
};

/** The currency in which accounts of a country hold their balance. */
export const getSettlementCurrency = (country: string) => CURRENCIES[country] ?? "eur";

/** Units of each currency for a dollar, until a test changes them. */
export const DOLLAR_RATES: Readonly<Record<string, number>> = {
  usd: 1,
  chf: 0.88,
  czk: 23.1,
  dkk: 6.87,
  eur: 0.92,
  gbp: 0.79,
  huf: 361.5,
  nok: 10.7,
  pln: 3.96,
  ron: 4.58,
  sek: 10.5,
};
