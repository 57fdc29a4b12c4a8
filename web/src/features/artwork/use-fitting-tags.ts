import { useWatch } from "react-hook-form";
import type { Color } from "#shared/colors.ts";
import { search } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { MEDIUMS } from "#shared/mediums.ts";
import { useRead } from "#web/api/use-read.ts";
import type { ArtworkFormValues } from "./artwork-form-values.ts";

/** Tags that aren't colours of any picture's motif. */
const NO_TAGS: readonly Color[] = ["white"];

/** Tags for a picture of these colours and the chosen medium: the colours, and what most such works of the shop have. */
export function useFittingTags(colors: readonly Color[]): readonly string[] {
  const { artworkMedium, artworkTags } = useWatch() as ArtworkFormValues;
  const medium = artworkMedium && artworkMedium !== "other" ? artworkMedium : undefined;
  const words = colors.length > 0 ? colors.join(" ") : medium && MEDIUMS[medium];
  const query = words && { q: words, t: "artwork" as const, ...(medium ? { medium } : {}) };
  const { data } = useRead(search, query ? { query } : null, { keepPreviousData: true });
  const related = data && "relatedTags" in data ? (data.relatedTags ?? []) : [];
  const tags = [...colors.filter((color) => !NO_TAGS.includes(color)), ...(query ? related : [])];
  return [...new Set(tags)].filter((tag) => !artworkTags.includes(tag)).slice(0, LIMITS.suggestedTags);
}
