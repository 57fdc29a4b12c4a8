import type { FailureCode } from "#shared/failures.ts";
import { type Failure, fail } from "../runtime/failure.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { backOff } from "../table/retry-conflicts.ts";
import { attempt, type ConditionalWrite } from "../table/transact.ts";
import { findReview, type ReviewKey } from "./find-reviews.ts";

type ReviewItem = NonNullable<Awaited<ReturnType<typeof findReview>>>;

const ATTEMPTS = 8;

/** Nobody wrote it anew or changed its rating since it was read. */
export const unchanged = ({ reviewId, rating }: ReviewItem) => ({
  and: [
    { attr: "reviewId" as const, eq: reviewId },
    { attr: "rating" as const, eq: rating },
  ],
});

/**
 * Runs writes that depend on the current rating, the first of them on condition that it is `unchanged`; after a
 * concurrent change, again from the new rating. Returns the review as it was before, `undefined` where there is none.
 */
export async function replaceReview<F extends FailureCode>(
  table: OpenTable,
  key: ReviewKey,
  writesFor: (review: ReviewItem) => readonly ConditionalWrite<F>[],
): Promise<ReviewItem | Failure<F> | undefined> {
  for (let tried = 1; tried <= ATTEMPTS; tried++) {
    const review = await findReview(table, key);
    if (!review) return undefined;
    const writes = writesFor(review);
    const failed = await attempt(
      table,
      writes.map(({ write }) => write),
    );
    if (failed.length === 0) return review;
    const refusal = failed.map((at) => writes[at]?.otherwise).find((otherwise) => otherwise !== undefined);
    if (refusal && refusal !== "done") return fail(refusal);
    await backOff(tried);
  }
  throw new Error("A review kept changing while it was being changed");
}
