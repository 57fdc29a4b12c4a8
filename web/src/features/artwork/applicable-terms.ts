import {
  type ArtworkTerms,
  type ArtworkTermsInput,
  LICENSES,
  normalizeArtworkTerms,
  TYPES,
  USES,
} from "#shared/rules/artwork-terms.ts";

type TermField = Exclude<keyof ArtworkTerms, "artworkAvailability">;

/** A probe value per field, which normalising the terms drops if the field doesn't apply. */
const PROBES = {
  artworkType: "free",
  artworkLicense: "personal",
  artworkUse: "separate",
  artworkPersonal: 1,
  artworkCommercial: 2,
} as const satisfies Pick<ArtworkTerms, TermField>;

const isApplicable = (terms: ArtworkTermsInput, field: TermField): boolean =>
  normalizeArtworkTerms({ artworkPersonal: 1, ...terms, [field]: PROBES[field] })[field] === PROBES[field];

/** The fields that apply given the others: those whose value survives normalising the terms. */
export function applicableFields(terms: ArtworkTermsInput): Record<TermField, boolean> {
  return {
    artworkType: isApplicable(terms, "artworkType"),
    artworkLicense: isApplicable(terms, "artworkLicense"),
    artworkUse: isApplicable(terms, "artworkUse"),
    artworkPersonal: isApplicable(terms, "artworkPersonal"),
    artworkCommercial: isApplicable({ ...terms, artworkPersonal: 1 }, "artworkCommercial"),
  };
}

/** True if a licence costs money by the terms so far; only then previews get a watermark. */
export function costsMoney(terms: ArtworkTermsInput): boolean {
  const { artworkPersonal, artworkCommercial } = applicableFields(terms);
  return terms.artworkAvailability === "available" && (artworkPersonal || artworkCommercial);
}

/** Choices of each field; without payments no paid ones, except those that an edited artwork already has. */
export function offeredChoices(terms: ArtworkTermsInput, maySell: boolean, present?: ArtworkTerms) {
  const isFree = terms.artworkType !== "commercial";
  return {
    artworkType: TYPES.filter(
      (type) => type !== "unavailable" && (maySell || type === "free" || present?.artworkType === type),
    ),
    artworkLicense: LICENSES.filter((license) => license !== "unavailable"),
    artworkUse: USES.filter(
      (use) => use !== "unavailable" && (maySell || !isFree || use === "included" || present?.artworkUse === use),
    ),
  };
}
