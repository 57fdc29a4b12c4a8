import { formatPrice } from "#shared/format.ts";
import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";

type Terms = Pick<ArtworkTerms, "artworkAvailability" | "artworkPersonal">;

/** The price of the artwork's first licence; null if it offers none. */
export const priceLabel = ({ artworkAvailability, artworkPersonal }: Terms): string | null =>
  artworkAvailability === "available" ? formatPrice(artworkPersonal) : null;
