import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { changeReview } from "#shared/contract/community.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { personOf } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { whileOpen } from "../users/open-account.ts";
import { countRating } from "./count-rating.ts";
import { reviewOf } from "./find-reviews.ts";
import { replaceReview, unchanged } from "./replace-review.ts";
import { ReviewEntity } from "./review.entity.ts";
import type { CommunityServices } from "./services.ts";

export const changeReviewHandler = handle(
  changeReview,
  async ({ params: { artworkId }, body, actor: { userId } }, { table, now }: CommunityServices) => {
    const [artwork, buyer] = await Promise.all([findShownArtwork(table, artworkId, userId), findUser(table, userId)]);
    if (!artwork) return fail("artwork_not_found");
    const key = { artworkId, buyerId: userId };
    const rating = body.reviewRating;
    const editedAt = now().toISOString();
    const changed = (before: { rating: number; words?: string | undefined }) => {
      const words = body.reviewContent ?? before.words ?? "";
      return before.rating === rating && words === (before.words ?? "") ? {} : { rating, words, editedAt };
    };
    const before = await replaceReview(table, key, (review) => [
      {
        write: ReviewEntity.build(UpdateTransaction)
          .item({ ...key, rating, ...changed(review) })
          .options({ condition: unchanged(review) }),
      },
      whileOpen(userId),
      ...countRating(artwork, { sum: rating - review.rating, count: 0 }),
    ]);
    if (before === undefined) return fail("review_not_found");
    if (before instanceof Failure) return before;
    return reviewOf({ ...before, ...changed(before) }, personOf(userId, buyer));
  },
);
