import { formatPrice } from "#shared/format.ts";
import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";

type Terms = Pick<ArtworkTerms, "artworkAvailability" | "artworkPersonal">;

/** What stands beside a picture: the price of its first licence; null for a picture that is only shown. */
export const priceLabel = ({ artworkAvailability, artworkPersonal }: Terms): string | null =>
  artworkAvailability === "available" ? formatPrice(artworkPersonal) : null;
