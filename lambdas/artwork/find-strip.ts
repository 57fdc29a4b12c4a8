import { STRIP } from "#shared/limits.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { type CardItem, cardOf } from "./cards.ts";
import { isShownTo } from "./find-artwork.ts";
import { findCards } from "./find-cards.ts";

/** Looked up at first: a few more than are shown, because some may be hidden or deleted since. */
const AT_FIRST = STRIP.shown + 4;

/** The first of these works that any visitor may see, as a page of cards without another one behind it. */
export async function findStrip(table: OpenTable, artworkIds: readonly string[]) {
  const shown: CardItem[] = [];
  for (const ids of [artworkIds.slice(0, AT_FIRST), artworkIds.slice(AT_FIRST)]) {
    if (shown.length >= STRIP.shown) break;
    const cards = await findCards(table, ids);
    for (const id of ids) {
      const card = cards.get(id);
      if (card && isShownTo(undefined, card)) shown.push(card);
    }
  }
  return { items: shown.slice(0, STRIP.shown).map(cardOf), cursor: null, hasMore: false };
}
