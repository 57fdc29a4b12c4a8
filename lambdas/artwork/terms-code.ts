import { AVAILABILITIES, LICENSES, TYPES, USES } from "#shared/rules/artwork-terms.ts";

const CHOICES = [AVAILABILITIES, TYPES, LICENSES, USES] as const;

/** Stores "availability type license use" as one letter each; the first letters differ within every choice. */
export const termsCode = {
  encode: (words: string) =>
    words
      .split(" ")
      .map((word) => word.charAt(0))
      .join(""),
  decode: (letters: string) =>
    CHOICES.map((choices, at) => choices.find((word) => word.startsWith(letters.charAt(at)))).join(" "),
};
