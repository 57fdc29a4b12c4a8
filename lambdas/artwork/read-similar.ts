import { readSimilar } from "#shared/contract/artwork.ts";
import { LIMITS, PAGE } from "#shared/limits.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { findSimilar } from "../search/find-similar.ts";
import { withoutCrowds } from "../search/similarity.ts";
import { queryPopular } from "./artwork-lists.ts";
import { type CardItem, cardOf } from "./cards.ts";
import { findShownArtwork } from "./find-artwork.ts";
import type { ArtworkServices } from "./services.ts";

/** Fewer similar works than these are followed by what most people like; more stand better without what is unlike. */
const FEW = 5;

export const readSimilarHandler = handle(
  readSimilar,
  async ({ params: { artworkId } }, { table, index }: Pick<ArtworkServices, "table" | "index">) => {
    const artwork = await findShownArtwork(table, artworkId, undefined);
    if (!artwork) return fail("artwork_not_found");
    const found = pick(artworkId, await findSimilar(index, artwork));
    const items =
      found.length >= FEW
        ? found
        : pick(artworkId, [...found, ...(await queryPopular(table, { limit: PAGE.standard }))]);
    return { items: items.map(cardOf) };
  },
);

/** As many as are shown, each once, without the artwork itself and with little of one artist. */
function pick(artworkId: string, cards: readonly CardItem[]): CardItem[] {
  const seen = new Set([artworkId]);
  const others = cards.filter((card) => !seen.has(card.artworkId) && seen.add(card.artworkId));
  return withoutCrowds(others).slice(0, LIMITS.similar);
}
