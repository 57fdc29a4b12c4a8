/** The English name of a country by its two-letter code; an unknown code stands for itself. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "region" }).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
