import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { changeReview, deleteReview, listReviews, writeReview } from "#shared/contract/community.ts";
import type { FailureCode } from "#shared/failures.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { CHANGED, retryChanged } from "../../platform/table/retries.ts";
import { attempt, type ConditionalWrite, transact } from "../../platform/table/transact.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { findArtwork, findShownArtwork } from "../artwork/find-artwork.ts";
import { buildOrderCondition } from "../purchases/order/order-holding.entity.ts";
import { findPeople, toPerson } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { buildOpenAccountCheck } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { findReview, hasOrder, queryReviews, type ReviewKey, toReview } from "./find-reviews.ts";
import { buildReviewsPartition, ReviewEntity } from "./review.entity.ts";
import type { CommunityServices } from "./services.ts";

/** Adds a rating to the totals of the artwork and of its owner: `sum` in stars, `count` in reviews. */
const changeRating = (
  { artworkId, ownerId }: { artworkId: string; ownerId: string },
  { sum, count }: { sum: number; count: number },
) => [
  {
    write: ArtworkEntity.build(UpdateTransaction).item({ artworkId, ratingSum: $add(sum), ratingCount: $add(count) }),
  },
  {
    write: UserEntity.build(UpdateTransaction).item({
      userId: ownerId,
      ratingSum: $add(sum),
      ratingCount: $add(count),
    }),
  },
];

export const writeReviewHandler = handle(
  writeReview,
  async ({ params: { artworkId }, body, actor: { userId } }, { table, newId }: CommunityServices) => {
    const [artwork, buyer] = await Promise.all([findShownArtwork(table, artworkId, userId), findUser(table, userId)]);
    if (!artwork) return fail("artwork_not_found");
    // Artists hold no licence to their own artwork, and one transaction can't update their account twice.
    if (artwork.ownerId === userId) return fail("review_needs_order");
    const key = { artworkId, buyerId: userId };
    const review = {
      reviewId: newId(),
      rating: body.reviewRating,
      ...(body.reviewContent ? { words: body.reviewContent } : {}),
    };
    const refused = await transact(table, [
      buildOpenAccountCheck(userId),
      buildOrderCondition(key),
      {
        write: ReviewEntity.build(PutTransaction)
          .item({ ...key, ...review, list: buildReviewsPartition(artworkId) })
          .options({ condition: { attr: "reviewId", exists: false } }),
        failure: "review_exists",
      },
      ...changeRating(artwork, { sum: review.rating, count: 1 }),
    ]);
    return refused ?? toReview(review, toPerson(userId, buyer));
  },
);

type ReviewItem = NonNullable<Awaited<ReturnType<typeof findReview>>>;

/** Condition that the review or its rating wasn't changed since it was read. */
const buildUnchangedCondition = ({ reviewId, rating }: ReviewItem) => ({
  and: [
    { attr: "reviewId" as const, eq: reviewId },
    { attr: "rating" as const, eq: rating },
  ],
});

/**
 * Runs writes that depend on the current rating, the first conditional on `buildUnchangedCondition`; after a conflict, again with the new
 * rating. Returns the former review, `undefined` without one.
 */
const replaceReview = <F extends FailureCode>(
  table: OpenTable,
  key: ReviewKey,
  buildWrites: (review: ReviewItem) => readonly ConditionalWrite<F>[],
): Promise<ReviewItem | Failure<F> | undefined> =>
  retryChanged("a review", async () => {
    const review = await findReview(table, key);
    if (!review) return undefined;
    const writes = buildWrites(review);
    const failed = await attempt(
      table,
      writes.map(({ write }) => write),
    );
    if (failed.length === 0) return review;
    const refusal = failed.map((at) => writes[at]?.failure).find((failure) => failure !== undefined);
    return refusal && refusal !== "done" ? fail(refusal) : CHANGED;
  });

export const changeReviewHandler = handle(
  changeReview,
  async ({ params: { artworkId }, body, actor: { userId } }, { table, now }: CommunityServices) => {
    const [artwork, buyer] = await Promise.all([findShownArtwork(table, artworkId, userId), findUser(table, userId)]);
    if (!artwork) return fail("artwork_not_found");
    const key = { artworkId, buyerId: userId };
    const rating = body.reviewRating;
    const editedAt = now().toISOString();
    const toChange = (before: { rating: number; words?: string | undefined }) => {
      const words = body.reviewContent ?? before.words ?? "";
      return before.rating === rating && words === (before.words ?? "") ? {} : { rating, words, editedAt };
    };
    const before = await replaceReview(table, key, (review) => [
      {
        write: ReviewEntity.build(UpdateTransaction)
          .item({ ...key, rating, ...toChange(review) })
          .options({ condition: buildUnchangedCondition(review) }),
      },
      buildOpenAccountCheck(userId),
      ...changeRating(artwork, { sum: rating - review.rating, count: 0 }),
    ]);
    if (before === undefined) return fail("review_not_found");
    if (before instanceof Failure) return before;
    return toReview({ ...before, ...toChange(before) }, toPerson(userId, buyer));
  },
);

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
          .options({ condition: buildUnchangedCondition(review) }),
      },
      buildOpenAccountCheck(userId),
      ...changeRating(artwork, { sum: -review.rating, count: -1 }),
    ]);
    if (before instanceof Failure) return before;
    return before ? undefined : fail("review_not_found");
  },
);

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
    const getPerson = await findPeople(table, buyers);
    const show = (review: (typeof reviews)[number]) => toReview(review, getPerson(review.buyerId));
    return {
      ...toPage(reviews, query.limit, ({ reviewId }) => reviewId, show),
      own: ownReview ? show(ownReview) : null,
      mayReview,
    };
  },
);
