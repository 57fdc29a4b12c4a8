import { listReviews } from "#shared/contract/community.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { findPeople } from "../users/find-people.ts";
import { findReview, hasOrder, queryReviews, reviewOf } from "./find-reviews.ts";
import type { CommunityServices } from "./services.ts";

export const listReviewsHandler = handle(
  listReviews,
  async ({ params: { artworkId }, query, actor }, { table }: CommunityServices) => {
    const own = actor && { artworkId, buyerId: actor.userId };
    const [artwork, reviews, ownReview, mayReview] = await Promise.all([
      findShownArtwork(table, artworkId, actor?.userId),
      queryReviews(table, artworkId, query),
      own && findReview(table, own),
      own ? hasOrder(table, own) : false,
    ]);
    if (!artwork) return fail("artwork_not_found");
    const buyers = [...reviews, ...(ownReview ? [ownReview] : [])].map(({ buyerId }) => buyerId);
    const personOf = await findPeople(table, buyers);
    const show = (review: (typeof reviews)[number]) => reviewOf(review, personOf(review.buyerId));
    return {
      ...pageOf(reviews, query.limit, ({ reviewId }) => reviewId, show),
      own: ownReview ? show(ownReview) : null,
      mayReview,
    };
  },
);
