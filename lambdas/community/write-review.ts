import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { writeReview } from "#shared/contract/community.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { holdsOrder } from "../purchases/order/order-holding.entity.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { personOf } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { whileOpen } from "../users/open-account.ts";
import { countRating } from "./count-rating.ts";
import { reviewOf } from "./find-reviews.ts";
import { ReviewEntity, reviewsOf } from "./review.entity.ts";
import type { CommunityServices } from "./services.ts";

export const writeReviewHandler = handle(
  writeReview,
  async ({ params: { artworkId }, body, actor: { userId } }, { table, newId }: CommunityServices) => {
    const [artwork, buyer] = await Promise.all([findShownArtwork(table, artworkId, userId), findUser(table, userId)]);
    if (!artwork) return fail("artwork_not_found");
    // Artists hold no licence to their own, and one transaction can't name their account twice.
    if (artwork.ownerId === userId) return fail("review_needs_order");
    const key = { artworkId, buyerId: userId };
    const review = {
      reviewId: newId(),
      rating: body.reviewRating,
      ...(body.reviewContent ? { words: body.reviewContent } : {}),
    };
    const refused = await transact(table, [
      whileOpen(userId),
      holdsOrder(key),
      {
        write: ReviewEntity.build(PutTransaction)
          .item({ ...key, ...review, list: reviewsOf(artworkId) })
          .options({ condition: { attr: "reviewId", exists: false } }),
        otherwise: "review_exists",
      },
      ...countRating(artwork, { sum: review.rating, count: 1 }),
    ]);
    return refused ?? reviewOf(review, personOf(userId, buyer));
  },
);
