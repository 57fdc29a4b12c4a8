import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { deleteReview } from "#shared/contract/community.ts";
import { findArtwork } from "../artwork/find-artwork.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { whileOpen } from "../users/open-account.ts";
import { countRating } from "./count-rating.ts";
import { replaceReview, unchanged } from "./replace-review.ts";
import { ReviewEntity } from "./review.entity.ts";
import type { CommunityServices } from "./services.ts";

export const deleteReviewHandler = handle(
  deleteReview,
  async ({ params: { artworkId }, actor: { userId } }, { table }: CommunityServices) => {
    const artwork = await findArtwork(table, artworkId);
    if (!artwork) return fail("review_not_found");
    const key = { artworkId, buyerId: userId };
    const before = await replaceReview(table, key, (review) => [
      {
        write: ReviewEntity.build(DeleteTransaction)
          .key(key)
          .options({ condition: unchanged(review) }),
      },
      whileOpen(userId),
      ...countRating(artwork, { sum: -review.rating, count: -1 }),
    ]);
    if (before instanceof Failure) return before;
    return before ? undefined : fail("review_not_found");
  },
);
