import * as z from "zod/mini";
import { CACHING } from "../caching.ts";
import { Comment, CommentForm, NewCommentForm, Reply, Review, ReviewForm } from "../model/community.ts";
import { ArtworkId, CommentId } from "../model/ids.ts";
import { pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const artworkParams = z.object({ artworkId: ArtworkId });
const commentParams = z.object({ artworkId: ArtworkId, commentId: CommentId });

/** Newest first, each with its first replies. `revision` is the starting point for `readCommentChanges`. */
export const listComments = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/comments",
  access: "public",
  optionalAuth: true,
  params: artworkParams,
  query: pageQuery(),
  status: 200,
  returns: z.extend(pageSchema(Comment), { revision: z.number() }),
  fails: ["artwork_not_found"],
});

/** The replies to a comment, oldest first. */
export const listReplies = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/comments/{commentId}/replies",
  access: "public",
  optionalAuth: true,
  params: commentParams,
  query: pageQuery(),
  status: 200,
  returns: pageSchema(Reply),
  fails: ["artwork_not_found", "comment_not_found"],
});

/**
 * Counts the changes of an artwork's comments: an open page polls it and reloads the list when the count has grown. The same
 * for everyone, so the edge caches it.
 */
export const readCommentChanges = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/comments/changes",
  access: "public",
  params: artworkParams,
  edgeCache: CACHING.commentChanges,
  status: 200,
  returns: z.object({ revision: z.number() }),
  fails: ["artwork_not_found"],
});

/**
 * Anyone signed in may comment on artwork that they can see, and reply to comments; the artwork's owner and the parent's
 * author are notified. `Idempotency-Key` makes it safe to repeat: the same text with the same key returns the existing
 * comment.
 */
export const writeComment = route({
  method: "POST",
  path: "/api/artwork/{artworkId}/comments",
  access: "user",
  whileSuspended: "refused",
  audit: "comment.write",
  params: artworkParams,
  body: NewCommentForm,
  status: 201,
  returns: Comment,
  fails: ["artwork_not_found", "comment_not_found"],
});

/** Its author only; a changed text is marked as edited. */
export const editComment = route({
  method: "PATCH",
  path: "/api/artwork/{artworkId}/comments/{commentId}",
  access: "user",
  whileSuspended: "refused",
  audit: "comment.change",
  params: commentParams,
  body: CommentForm,
  status: 200,
  returns: Reply,
  fails: ["artwork_not_found", "comment_not_found"],
});

/** For its author or the artwork's owner. A comment with replies leaves a placeholder. */
export const deleteComment = route({
  method: "DELETE",
  path: "/api/artwork/{artworkId}/comments/{commentId}",
  access: "user",
  whileSuspended: "allowed",
  audit: "comment.delete",
  params: commentParams,
  status: 204,
  fails: ["comment_not_found"],
});

/** Newest first; a signed-in caller also gets their own review and whether they may write one. */
export const listReviews = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/reviews",
  access: "public",
  optionalAuth: true,
  params: artworkParams,
  query: pageQuery(),
  status: 200,
  returns: z.extend(pageSchema(Review), {
    /** The caller's review; null without one. */
    own: z.nullable(Review),
    /** True if the caller has an unrefunded order and may write a review; authors may always change theirs. */
    mayReview: z.boolean(),
  }),
  fails: ["artwork_not_found"],
});

/** One per buyer and artwork. */
export const writeReview = route({
  method: "POST",
  path: "/api/artwork/{artworkId}/reviews",
  access: "user",
  whileSuspended: "refused",
  audit: "review.write",
  throttled: "review",
  params: artworkParams,
  body: ReviewForm,
  status: 201,
  returns: Review,
  fails: ["artwork_not_found", "review_needs_order", "review_exists"],
});

/** Changes the caller's own review, also after their order was refunded. */
export const changeReview = route({
  method: "PATCH",
  path: "/api/artwork/{artworkId}/reviews",
  access: "user",
  whileSuspended: "refused",
  audit: "review.change",
  throttled: "review",
  params: artworkParams,
  body: ReviewForm,
  status: 200,
  returns: Review,
  fails: ["artwork_not_found", "review_not_found"],
});

/** Deletes the caller's own review, also of hidden or deleted artwork. */
export const deleteReview = route({
  method: "DELETE",
  path: "/api/artwork/{artworkId}/reviews",
  access: "user",
  whileSuspended: "allowed",
  audit: "review.delete",
  throttled: "review",
  params: artworkParams,
  status: 204,
  fails: ["review_not_found"],
});
