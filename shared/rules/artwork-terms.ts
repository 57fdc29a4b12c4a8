import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";

export const AVAILABILITIES = ["available", "unavailable"] as const;
export const TYPES = ["commercial", "free", "unavailable"] as const;
export const LICENSES = ["commercial", "personal", "unavailable"] as const;
export const USES = ["separate", "included", "unavailable"] as const;
export const VISIBILITIES = ["visible", "invisible"] as const;

/** An artwork's offer; prices are whole dollars. */
export interface ArtworkTerms {
  readonly artworkAvailability: (typeof AVAILABILITIES)[number];
  readonly artworkType: (typeof TYPES)[number];
  readonly artworkLicense: (typeof LICENSES)[number];
  readonly artworkUse: (typeof USES)[number];
  readonly artworkPersonal: number;
  readonly artworkCommercial: number;
}

/** Terms in a form: fields that don't apply may be omitted. */
export type ArtworkTermsInput = Pick<ArtworkTerms, "artworkAvailability"> &
  Partial<Omit<ArtworkTerms, "artworkAvailability">>;

/** Terms of a work that nobody can buy. */
export const UNAVAILABLE: ArtworkTerms = {
  artworkAvailability: "unavailable",
  artworkType: "unavailable",
  artworkLicense: "unavailable",
  artworkUse: "unavailable",
  artworkPersonal: 0,
  artworkCommercial: 0,
};

/**
 * Fills in fields that follow from others: an unavailable artwork has no terms, a free one no personal price, an included
 * commercial licence costs as much as the personal one. Never fails; `findArtworkTermsProblems` returns what is invalid.
 */
export function normalizeArtworkTerms(input: ArtworkTermsInput): ArtworkTerms {
  if (input.artworkAvailability === "unavailable") return UNAVAILABLE;
  const artworkType = input.artworkType ?? "unavailable";
  const artworkLicense = input.artworkLicense ?? "unavailable";
  const artworkUse = artworkLicense === "commercial" ? (input.artworkUse ?? "unavailable") : "unavailable";
  const artworkPersonal = artworkType === "commercial" ? (input.artworkPersonal ?? 0) : 0;
  const separate = artworkUse === "separate" ? (input.artworkCommercial ?? 0) : artworkPersonal;
  return {
    artworkAvailability: "available",
    artworkType,
    artworkLicense,
    artworkUse,
    artworkPersonal,
    artworkCommercial: artworkLicense === "commercial" ? separate : 0,
  };
}

export type ArtworkTermsProblems = Partial<Record<keyof ArtworkTerms, string>>;

function findPriceProblem(price: number, above: number): string | undefined {
  if (!Number.isInteger(price) || price <= 0) return MESSAGES.notPositiveInteger;
  return price < LIMITS.price.min || price <= above || price > LIMITS.price.max ? MESSAGES.invalid : undefined;
}

/** Problems of terms, by field; empty if they are valid. */
export function findArtworkTermsProblems(input: ArtworkTermsInput): ArtworkTermsProblems {
  const terms = normalizeArtworkTerms(input);
  if (terms.artworkAvailability === "unavailable") return {};
  const problems: ArtworkTermsProblems = {};
  const name = (field: keyof ArtworkTerms, problem: string | undefined) => {
    if (problem) problems[field] = problem;
  };
  const isChosen = (field: "artworkType" | "artworkLicense" | "artworkUse") =>
    terms[field] === "unavailable" ? (input[field] ? MESSAGES.invalid : MESSAGES.required) : undefined;

  name("artworkType", isChosen("artworkType"));
  name("artworkLicense", isChosen("artworkLicense"));
  if (terms.artworkLicense === "commercial") name("artworkUse", isChosen("artworkUse"));
  if (terms.artworkType === "commercial") {
    name(
      "artworkPersonal",
      input.artworkPersonal === undefined ? MESSAGES.required : findPriceProblem(terms.artworkPersonal, 0),
    );
  }
  if (terms.artworkUse === "separate") {
    name(
      "artworkCommercial",
      input.artworkCommercial === undefined
        ? MESSAGES.required
        : findPriceProblem(terms.artworkCommercial, terms.artworkPersonal),
    );
  }
  return problems;
}

/** True if any licence costs money: such artwork needs an onboarded owner and watermarked previews. */
export const sellsCommercially = (terms: Pick<ArtworkTerms, "artworkPersonal" | "artworkCommercial">) =>
  terms.artworkPersonal > 0 || terms.artworkCommercial > 0;
