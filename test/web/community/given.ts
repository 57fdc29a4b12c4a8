import type { Person } from "#shared/model/account.ts";
import { Comment, Review } from "#shared/model/community.ts";
import { idOf, ME } from "../artwork/given.ts";
import type { Reply } from "../support/network.ts";

const FAN = { id: idOf(900), name: "ines.moreau", avatar: null };

/** Someone else's comment unless told. */
export const aComment = (number: number, over: object = {}): Comment =>
  Comment.parse({
    commentId: idOf(6000 + number),
    commentContent: `Comment ${number}`,
    author: FAN,
    created: "2026-11-20T10:00:00.000Z",
    edited: false,
    ...over,
  });

/** Someone else's review unless told. */
export const aReview = (number: number, over: object = {}): Review =>
  Review.parse({
    reviewId: idOf(7000 + number),
    reviewRating: 4,
    author: FAN,
    created: "2026-11-20T10:00:00.000Z",
    edited: false,
    ...over,
  });

/** Written by the signed-in user of these tests. */
export const MINE: { readonly author: Person } = { author: ME as Person };

export const commentsPage = (items: readonly Comment[], hasMore = false): Reply => ({
  status: 200,
  body: { items, cursor: items.at(-1)?.commentId ?? null, hasMore },
});

export const reviewsPage = (items: readonly Review[], over: { own?: Review; mayReview?: boolean } = {}): Reply => ({
  status: 200,
  body: { items, cursor: items.at(-1)?.reviewId ?? null, hasMore: false, own: null, mayReview: false, ...over },
});
