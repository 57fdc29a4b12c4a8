/** VAT number formats by prefix: those of the European Commission, Great Britain, Norway and Switzerland. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LI: /^\d{5}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** Countries whose VAT prefix differs from their code. */
const LETTERS: Readonly<Record<string, string>> = { GR: "EL", MC: "FR", IM: "GB" };

/**
 * A normalized VAT number with its prefix; undefined if it is malformed. Without a prefix it belongs to `country` (ISO code);
 * numbers of countries without a known format are accepted unchanged. The format proves no registration.
 */
export function parseVatNumber(text: string, country = ""): string | undefined {
  const number = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s./-]/g, "");
  if (!/^(?=.*\d)[A-Z\d]{4,20}$/.test(number)) return undefined;
  if (FORMS[number.slice(0, 2)]?.test(number.slice(2))) return number;
  const letters = LETTERS[country] ?? country;
  const form = FORMS[letters];
  if (form) return form.test(number) ? letters + number : undefined;
  return country ? number : undefined;
}
