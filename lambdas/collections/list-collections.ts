import { listCollections } from "#shared/contract/collections.ts";
import { cardOf } from "../artwork/cards.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { personOf } from "../users/find-people.ts";
import { findByUsername } from "../users/find-user.ts";
import { collectionOf, queryCollections } from "./find-collections.ts";
import { findCovers } from "./find-covers.ts";
import type { CollectionsServices } from "./services.ts";

/** Collections of one answer, whatever was asked for: each is an item of up to two read units, which anyone may have read. */
const MOST_LISTED = 10;

/** The same where their owner asks which of them hold an artwork, and no pictures are looked up. */
const MOST_ASKED = 25;

export const listCollectionsHandler = handle(
  listCollections,
  async ({ params, query, actor }, { table, now }: CollectionsServices) => {
    const user = await findByUsername(table, params.username, now());
    if (!user) return fail("user_not_found");
    const { userId } = user;
    const { artworkId, cursor } = query;
    const isOwn = userId === actor?.userId;
    const isAsked = isOwn && artworkId !== undefined;
    const limit = Math.min(query.limit, isAsked ? MOST_ASKED : MOST_LISTED);
    const { items, ...end } = await queryCollections(table, userId, { isOwn, cursor, limit });
    const coversOf = await findCovers(table, isAsked ? [] : items);
    const owner = personOf(userId, user);
    const shown = items.map((collection) => ({
      ...collectionOf(collection, owner),
      covers: coversOf(collection).map(cardOf),
      // Others could learn by it where artwork is that they can't see.
      ...(isAsked ? { contains: collection.artworkIds.includes(artworkId) } : {}),
    }));
    return { items: shown, ...end };
  },
);
