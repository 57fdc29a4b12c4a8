import type { Person } from "#shared/model/account.ts";
import { Comment, Review } from "#shared/model/community.ts";
import { ME, toId } from "../artwork/given.ts";
import type { Reply } from "../support/network.ts";

const FAN = { id: toId(900), name: "ines.moreau", fullName: "", avatar: null };

/** A comment; its author is someone else by default. */
export const aComment = (number: number, over: object = {}): Comment =>
  Comment.parse({
    commentId: toId(6000 + number),
    commentContent: `Comment ${number}`,
    author: FAN,
    created: "2026-11-20T10:00:00.000Z",
    edited: false,
    parent: null,
    ...over,
  });

/** A reply of someone else's to a comment. */
export const aReply = (to: Comment, number: number, over: object = {}): Comment =>
  aComment(number, { commentContent: `Reply ${number}`, parent: to.commentId, ...over });

/** A comment with these replies; `count` is their total, greater if some are on later pages. */
export const withReplies = (comment: Comment, items: readonly Comment[], count = items.length): Comment => ({
  ...comment,
  replies: { items: [...items], cursor: items.at(-1)?.commentId ?? null, hasMore: count > items.length, count },
});

/** A review; its author is someone else by default. */
export const aReview = (number: number, over: object = {}): Review =>
  Review.parse({
    reviewId: toId(7000 + number),
    reviewRating: 4,
    author: FAN,
    created: "2026-11-20T10:00:00.000Z",
    edited: false,
    ...over,
  });

/** Written by the signed-in user of these tests. */
export const MINE: { readonly author: Person } = { author: ME as Person };

export const commentsPage = (items: readonly Comment[], hasMore = false, revision = 0): Reply => ({
  status: 200,
  body: { items, cursor: items.at(-1)?.commentId ?? null, hasMore, revision },
});

export const reviewsPage = (items: readonly Review[], over: { own?: Review; mayReview?: boolean } = {}): Reply => ({
  status: 200,
  body: { items, cursor: items.at(-1)?.reviewId ?? null, hasMore: false, own: null, mayReview: false, ...over },
});
