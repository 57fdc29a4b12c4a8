import { listArtwork, listCurated, listPopularThisWeek, readSimilar } from "#shared/contract/artwork.ts";
import { LIMITS, PAGE, STRIP } from "#shared/limits.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { unlessAway } from "../../search-engine/engine.ts";
import { queryPopular, queryPopularThisWeek } from "../popularity/find-popular.ts";
import { orFailWaking } from "../search/fail-waking.ts";
import { findFiltered, isFiltered } from "../search/find-filtered.ts";
import { findSimilar } from "../search/find-similar.ts";
import { limitPerArtist } from "../search/similarity.ts";
import { queryNewest } from "./artwork-lists.ts";
import { type CardItem, toCard, toCards } from "./cards.ts";
import { findCurated, listDueIds } from "./curated.ts";
import { findShownArtwork, isShownTo } from "./find-artwork.ts";
import { findCards } from "./find-cards.ts";
import type { ArtworkServices } from "./services.ts";

export const listArtworkHandler = handle(
  listArtwork,
  async ({ query }, services: Pick<ArtworkServices, "table" | "index"> & BaseServices) => {
    const { sort, limit } = query;
    if (sort === "price" || isFiltered(query))
      return orFailWaking(services, findFiltered(services, { ...query, query: "", sort }));
    const items = await (sort === "popular" ? queryPopular : queryNewest)(services.table, query);
    return toPage(items, limit, ({ artworkId }) => artworkId, toCard);
  },
);

/** Artworks to read at first: a few more than are shown, because some may be hidden or deleted. */
const AT_FIRST = STRIP.shown + 4;

/** The first of these works that visitors can see, as a page without a next one. */
async function findStrip(table: OpenTable, artworkIds: readonly string[]) {
  const shown: CardItem[] = [];
  for (const ids of [artworkIds.slice(0, AT_FIRST), artworkIds.slice(AT_FIRST)]) {
    if (shown.length >= STRIP.shown) break;
    const cards = await findCards(table, ids);
    for (const id of ids) {
      const card = cards.get(id);
      if (card && isShownTo(undefined, card)) shown.push(card);
    }
  }
  return { items: toCards(shown.slice(0, STRIP.shown)), cursor: null, hasMore: false };
}

/** Milliseconds after which the next curated work comes first. */
const CURATED_TURN_MS = 60_000;

export const listCuratedHandler = handle(
  listCurated,
  async (_call, { table, now }: Pick<ArtworkServices, "table"> & BaseServices) => {
    const artworkIds = listDueIds(await findCurated(table), now());
    const start = Math.floor(now().getTime() / CURATED_TURN_MS) % artworkIds.length;
    return findStrip(table, [...artworkIds.slice(start), ...artworkIds.slice(0, start)]);
  },
);

export const listPopularThisWeekHandler = handle(
  listPopularThisWeek,
  async (_call, { table, now }: Pick<ArtworkServices, "table"> & BaseServices) => {
    const [ranked, curated] = await Promise.all([queryPopularThisWeek(table, now(), STRIP.ranked), findCurated(table)]);
    const due = listDueIds(curated, now());
    const others = ranked.filter(({ artworkId }) => !due.includes(artworkId));
    const ids = limitPerArtist(others)
      .slice(0, STRIP.considered)
      .map(({ artworkId }) => artworkId);
    return findStrip(table, ids);
  },
);

/** Minimum of similar works; below it popular ones are added. */
const MIN_SIMILAR = 5;

export const readSimilarHandler = handle(
  readSimilar,
  async ({ params: { artworkId } }, { table, index }: Pick<ArtworkServices, "table" | "index">) => {
    const artwork = await findShownArtwork(table, artworkId, undefined);
    if (!artwork) return fail("artwork_not_found");
    const found = pick(artworkId, await unlessAway(findSimilar(index, artwork), () => []));
    const items =
      found.length >= MIN_SIMILAR
        ? found
        : pick(artworkId, [...found, ...(await queryPopular(table, { limit: PAGE.standard }))]);
    return { items: toCards(items) };
  },
);

/** As many as are shown, without duplicates, the artwork itself and too many works of one artist. */
function pick(artworkId: string, cards: readonly CardItem[]): CardItem[] {
  const seen = new Set([artworkId]);
  const others = cards.filter((card) => !seen.has(card.artworkId) && seen.add(card.artworkId));
  return limitPerArtist(others).slice(0, LIMITS.similar);
}
