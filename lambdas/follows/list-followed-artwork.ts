import { listFollowedArtwork } from "#shared/contract/follows.ts";
import { FEED_ALLOWANCE, LIMITS } from "#shared/limits.ts";
import { cardOf } from "../artwork/cards.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { createAllowance } from "../throttle/allowance.ts";
import { findArtworkOf } from "./find-artwork-of.ts";
import { queryFollowed } from "./find-follows.ts";
import type { FollowsServices } from "./services.ts";

const takeArtists = createAllowance(FEED_ALLOWANCE);

export const listFollowedArtworkHandler = handle(
  listFollowedArtwork,
  async ({ query, actor: { userId } }, { table, now }: FollowsServices) => {
    const artistIds = await queryFollowed(table, userId, { limit: LIMITS.followed.max });
    const retryAfter = takeArtists(userId, artistIds.length, now());
    if (retryAfter !== undefined) return fail("too_many_requests", { retryAfter });
    const cards = await findArtworkOf(table, artistIds, query);
    return pageOf(cards, query.limit, ({ artworkId }) => artworkId, cardOf);
  },
);
