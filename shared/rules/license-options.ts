import type { ArtworkTerms } from "./artwork-terms.ts";

export const LICENSE_TYPES = ["personal", "commercial"] as const;
export type LicenseType = (typeof LICENSE_TYPES)[number];

/**
 * The licences on offer, with prices in cents. Without a commercial licence there is only a personal one; an included
 * commercial licence replaces the personal one.
 */
export function listLicenseOptions(terms: ArtworkTerms): { licenseType: LicenseType; licensePrice: number }[] {
  if (terms.artworkAvailability === "unavailable") return [];
  const personal = { licenseType: "personal", licensePrice: terms.artworkPersonal * 100 } as const;
  const commercial = { licenseType: "commercial", licensePrice: terms.artworkCommercial * 100 } as const;
  if (terms.artworkLicense !== "commercial") return [personal];
  if (terms.artworkUse === "included") return [commercial];
  return [personal, commercial];
}
