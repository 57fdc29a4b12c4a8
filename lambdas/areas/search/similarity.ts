import type { Facet } from "../../search-engine/document.ts";
import type { RatedFacet, WeighedFacet } from "../../search-engine/engine.ts";
import type { ArtworkItem } from "../artwork/find-artwork.ts";
import { computeDifference } from "../media/likeness.ts";
import { likenessFacets, tagFacet } from "./artwork-document.ts";

/** Number of tags to look up: the longest, which tend to be the rarest. */
const MAX_TAGS = 5;

/** Number of colours to look up, the most visible first. */
const MAX_COLORS = 2;

/** Points for each bit of rarity of a shared facet. */
const WEIGHTS = { tag: 1, likeness: 0.4, medium: 0.5, color: 0.4 } as const;

/** Points for identical pictures, and the difference at which they reach zero. */
const ALIKE = { points: 10, difference: 0.2 } as const;

/** Most works of one artist in a list. */
const MAX_OF_ARTIST = 3;

/** Subject of a comparison: an artwork, or an uploaded picture without an artwork yet. */
export type Likened = Pick<ArtworkItem, "artworkTags" | "artworkMedium" | "look"> &
  Partial<Pick<ArtworkItem, "ownerId">>;

/** Candidates for comparing pictures; of the same artist, those that may be shown and the work itself. */
export const CANDIDATES = { all: 60, ofArtist: MAX_OF_ARTIST + 1 } as const;

const longestFirst = (tags: readonly string[]) =>
  tags.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, MAX_TAGS);

/** Facets that similar works share with this one. */
export const sharedFacets = ({ artworkTags: tags = [], artworkMedium: medium, look }: Likened): WeighedFacet[] => [
  ...longestFirst(tags).map((tag) => ({ facet: tagFacet(tag), weight: WEIGHTS.tag })),
  ...likenessFacets(look).map((facet) => ({ facet, weight: WEIGHTS.likeness })),
  ...(medium ? [{ facet: `medium:${medium}` as const, weight: WEIGHTS.medium }] : []),
  ...(look?.colors ?? [])
    .slice(0, MAX_COLORS)
    .map((color) => ({ facet: `color:${color}` as const, weight: WEIGHTS.color })),
];

/** Similarity of a work: shared facets plus picture similarity. */
export function computeSimilarity(
  facets: readonly RatedFacet[],
  having: readonly Facet[],
  likenesses: readonly [string | undefined, string | undefined],
): number {
  const shared = facets.reduce((sum, { facet, points }) => sum + (having.includes(facet) ? points : 0), 0);
  return shared + ALIKE.points * Math.max(0, 1 - computeDifference(...likenesses) / ALIKE.difference);
}

/** Keeps cards in their order, with a limit per artist. */
export function limitPerArtist<Card extends { readonly ownerId: string }>(cards: readonly Card[]): Card[] {
  const taken = new Map<string, number>();
  return cards.filter(({ ownerId }) => {
    const before = taken.get(ownerId) ?? 0;
    taken.set(ownerId, before + 1);
    return before < MAX_OF_ARTIST;
  });
}
