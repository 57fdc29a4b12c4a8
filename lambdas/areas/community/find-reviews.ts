import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import type { Person } from "#shared/model/account.ts";
import type { Review } from "#shared/model/community.ts";
import { ReviewId } from "#shared/model/ids.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { OrderHoldingEntity } from "../purchases/order/order-holding.entity.ts";
import { buildReviewsPartition, ReviewEntity } from "./review.entity.ts";

export interface ReviewKey {
  readonly artworkId: string;
  readonly buyerId: string;
}

export async function findReview(table: OpenTable, key: ReviewKey) {
  const { Item } = await table.send(ReviewEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

/** True if the buyer has an unrefunded order of the artwork. */
export async function hasOrder(table: OpenTable, key: ReviewKey) {
  const { Item } = await table.send(OrderHoldingEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item !== undefined && Item.orders > 0;
}

const formatter = ReviewEntity.build(EntityFormatter);

/** An artwork's reviews from before the cursor's, newest first. */
export async function queryReviews(
  table: OpenTable,
  artworkId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const partition = buildReviewsPartition(artworkId);
  return queryPage(
    table,
    { index: INDEX.ranked, partition, ...(cursor ? { range: { lt: cursor } } : {}) },
    { limit, reverse: true },
    (item) => formatter.format(item),
  );
}

interface StoredReview {
  readonly reviewId: string;
  readonly rating: number;
  readonly words?: string | undefined;
  readonly editedAt?: string | undefined;
}

export const toReview = ({ reviewId, rating, words, editedAt }: StoredReview, author: Person): Review => ({
  reviewId: ReviewId.parse(reviewId),
  reviewRating: rating,
  ...(words ? { reviewContent: words } : {}),
  author,
  created: getCreatedAt(reviewId),
  edited: editedAt !== undefined,
});
