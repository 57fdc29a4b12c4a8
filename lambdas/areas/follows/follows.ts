import {
  followArtist,
  listFollowed,
  listFollowedArtwork,
  unfollowArtist,
  updateFollow,
} from "#shared/contract/follows.ts";
import { LIMITS } from "#shared/limits.ts";
import { FEED_ALLOWANCE } from "#shared/throttles.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { createAllowance } from "../../platform/throttle/allowance.ts";
import { queryShownOfOwner } from "../artwork/artwork-lists.ts";
import { type CardItem, toCard } from "../artwork/cards.ts";
import { findPeople } from "../users/find-people.ts";
import { findByUsername } from "../users/find-user.ts";
import { findFollowSortKey, findFollows, queryFollowed } from "./find-follows.ts";
import { addFollow, endFollow, switchNotifications } from "./follow-writes.ts";
import type { FollowsServices } from "./services.ts";

export const followArtistHandler = handle(
  followArtist,
  async ({ params, body, actor: { userId } }, { table, now, newId }: FollowsServices) => {
    const artist = await findByUsername(table, params.username, now());
    if (!artist) return fail("user_not_found");
    if (artist.userId === userId) return fail("follow_self");
    return addFollow(table, { userId, artistId: artist.userId, followId: newId(), notify: body.followNotify });
  },
);

export const unfollowArtistHandler = handle(
  unfollowArtist,
  async ({ params, actor: { userId } }, { table, now }: FollowsServices) => {
    const artist = await findByUsername(table, params.username, now());
    if (!artist) return fail("user_not_found");
    // Nobody follows themselves, so there is nothing to end.
    return artist.userId === userId ? undefined : endFollow(table, { userId, artistId: artist.userId }, now());
  },
);

export const updateFollowHandler = handle(
  updateFollow,
  async ({ params, body, actor: { userId } }, { table, now }: FollowsServices) => {
    const artist = await findByUsername(table, params.username, now());
    if (!artist) return fail("user_not_found");
    const isFollowed = await switchNotifications(table, { userId, artistId: artist.userId }, body.followNotify);
    return isFollowed ? undefined : fail("follow_not_found");
  },
);

export const listFollowedHandler = handle(
  listFollowed,
  async ({ params: { userId }, query: { cursor, limit } }, { table }: FollowsServices) => {
    const place = cursor && (await findFollowSortKey(table, userId, cursor));
    const artistIds = await queryFollowed(table, userId, { place, limit });
    const [follows, getPerson] = await Promise.all([
      findFollows(table, userId, artistIds),
      findPeople(table, artistIds),
    ]);
    const byArtist = new Map(follows.map((follow) => [follow.artistId, follow]));
    const page = toPage(
      artistIds,
      limit,
      (artistId) => artistId,
      (artistId) => artistId,
    );
    // The index may lag behind, and an account may just have closed.
    const items = page.items.flatMap((artistId) => {
      const [follow, artist] = [byArtist.get(artistId), getPerson(artistId)];
      const isShown = follow && artist.name !== null;
      return isShown ? [{ artist, followed: true, followNotify: follow.notified !== undefined }] : [];
    });
    return { ...page, items };
  },
);

/** Concurrent queries. */
const IN_FLIGHT = 25;

/** Cards per query of one artist's list: a read unit is 8 KB. */
const CARDS_OF_A_QUERY = 10;

/** Cards to read ahead in all; with many artists, each first query reads fewer. */
const READ_AHEAD = 200;

/** Unused cards from one artist's list, newest first. */
interface Shelf {
  readonly artistId: string;
  cards: CardItem[];
  /** The last artwork that was read. */
  cursor: string | undefined;
  /** Number of cards of the next query. */
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

/** Ids are chronological, so the greatest is the newest. */
const findNewest = (shelves: readonly Shelf[]) =>
  shelves.reduce<Shelf | undefined>((newest, shelf) => {
    const [card, other] = [shelf.cards[0], newest?.cards[0]];
    return card && (!other || card.artworkId > other.artworkId) ? shelf : newest;
  }, undefined);

/**
 * Visible artwork of these artists, newest first. Their lists are merged on read, so that hidden and deleted artwork
 * disappears at once. Costs half a read unit for each artist, or a whole one for up to twenty.
 */
async function findArtistsArtwork(
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
    const card = findNewest(shelves)?.cards.shift();
    if (!card) break;
    found.push(card);
  }
  return found;
}

const takeArtists = createAllowance(FEED_ALLOWANCE);

export const listFollowedArtworkHandler = handle(
  listFollowedArtwork,
  async ({ query, actor: { userId } }, { table, now }: FollowsServices) => {
    const artistIds = await queryFollowed(table, userId, { limit: LIMITS.followed.max });
    const retryAfter = takeArtists(userId, artistIds.length, now());
    if (retryAfter !== undefined) return fail("too_many_requests", { retryAfter });
    const cards = await findArtistsArtwork(table, artistIds, query);
    return toPage(cards, query.limit, ({ artworkId }) => artworkId, toCard);
  },
);
