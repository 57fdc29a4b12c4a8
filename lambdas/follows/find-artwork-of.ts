import { queryShownOfOwner } from "../artwork/artwork-lists.ts";
import type { CardItem } from "../artwork/cards.ts";
import { forEachConcurrently } from "../runtime/for-each-concurrently.ts";
import type { OpenTable } from "../table/marketplace-table.ts";

/** Queries under way at once. */
const IN_FLIGHT = 25;

/** Cards that the cheapest query reads: half a read unit is 4 KB. */
const CARDS_OF_A_QUERY = 10;

/** Cards that are read ahead in all, beyond which each artist's first query takes fewer. */
const READ_AHEAD = 200;

/** What is read of one artist and not taken yet, newest first. */
interface Shelf {
  readonly artistId: string;
  cards: CardItem[];
  /** The last artwork that was read. */
  cursor: string | undefined;
  /** How many the next query takes. */
  wanted: number;
  hasMore: boolean;
}

async function refill(table: OpenTable, shelf: Shelf) {
  const { artistId, cursor, wanted } = shelf;
  shelf.cards = await queryShownOfOwner(table, artistId, { cursor, limit: wanted });
  shelf.hasMore = shelf.cards.length === wanted;
  shelf.cursor = shelf.cards.at(-1)?.artworkId;
  shelf.wanted = CARDS_OF_A_QUERY;
}

/** Ids are in the order of time, so the greatest is the newest. */
const newestOf = (shelves: readonly Shelf[]) =>
  shelves.reduce<Shelf | undefined>((newest, shelf) => {
    const [card, other] = [shelf.cards[0], newest?.cards[0]];
    return card && (!other || card.artworkId > other.artworkId) ? shelf : newest;
  }, undefined);

/**
 * What visitors see of the artwork of these artists, newest first: the lists of all of them, merged when it is asked for, so
 * that what is hidden or deleted is gone at once. Half a read unit for each artist.
 */
export async function findArtworkOf(
  table: OpenTable,
  artistIds: readonly string[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<CardItem[]> {
  const ahead = Math.ceil(READ_AHEAD / Math.max(1, artistIds.length));
  const wanted = Math.min(CARDS_OF_A_QUERY, limit, Math.max(2, ahead));
  const shelves = artistIds.map((artistId): Shelf => ({ artistId, cards: [], cursor, wanted, hasMore: true }));
  const found: CardItem[] = [];
  while (found.length < limit) {
    const empty = shelves.filter(({ cards, hasMore }) => cards.length === 0 && hasMore);
    await forEachConcurrently(empty, IN_FLIGHT, (shelf) => refill(table, shelf));
    const card = newestOf(shelves)?.cards.shift();
    if (!card) break;
    found.push(card);
  }
  return found;
}
