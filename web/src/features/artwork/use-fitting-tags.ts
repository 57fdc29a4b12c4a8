import { useWatch } from "react-hook-form";
import type { Color } from "#shared/colors.ts";
import { search } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import { useRead } from "#web/api/use-read.ts";
import type { ArtworkFormValues } from "./artwork-form-values.ts";

/** Colours without a strong hue: shadows, highlights and mixtures are counted among them, whatever the picture shows. */
const DULL: readonly Color[] = ["black", "brown", "white"];

/** Tags for a picture of these colours and the chosen medium: its strong colours, and what most such works of the shop have. */
export function useFittingTags(allColors: readonly Color[]): readonly string[] {
  const colors = allColors.filter((color) => !DULL.includes(color));
  const { artworkMedium, artworkTags } = useWatch() as ArtworkFormValues;
  const medium = artworkMedium && artworkMedium !== "other" ? artworkMedium : undefined;
  const words = colors.length > 0 ? colors.join(" ") : medium && MEDIUMS[medium];
  const query = words && { q: words, t: "artwork" as const, ...(medium ? { medium } : {}) };
  const { data } = useRead(search, query ? { query } : null, { keepPreviousData: true });
  const related = data && "relatedTags" in data ? (data.relatedTags ?? []) : [];
  const tags = [...colors, ...(query ? related : [])];
  return [...new Set(tags)].filter((tag) => !artworkTags.includes(tag)).slice(0, LIMITS.suggestedTags);
}
