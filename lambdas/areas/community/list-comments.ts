import { listComments, listReplies, readCommentChanges } from "#shared/contract/community.ts";
import { LIMITS } from "#shared/limits.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { pageOf } from "../../platform/runtime/page.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { findPeople } from "../users/find-people.ts";
import {
  authorIdsOf,
  authorOf,
  type CommentItem,
  commentIdOf,
  commentOf,
  findTopComment,
  queryComments,
  queryReplies,
  replyOf,
} from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

export const listCommentsHandler = handle(
  listComments,
  async ({ params: { artworkId }, query, actor }, { table }: CommunityServices) => {
    // Before the comments, so that the answer never names a revision whose comments it doesn't have.
    const artwork = await findShownArtwork(table, artworkId, actor?.userId);
    if (!artwork) return fail("artwork_not_found");
    const comments = await queryComments(table, artworkId, query);
    const replies = await findFirstReplies(table, comments);
    const personOf = await findPeople(table, authorIdsOf([...comments, ...[...replies.values()].flat()]));
    return {
      ...pageOf(comments, query.limit, commentIdOf, (comment) =>
        commentOf(comment, replies.get(comment.place) ?? [], personOf),
      ),
      revision: artwork.commentRevision ?? 0,
    };
  },
);

/** The first replies to each comment that has some, by its place: a query each. */
async function findFirstReplies(table: OpenTable, comments: readonly CommentItem[]) {
  const threads = comments
    .filter(({ replies }) => replies)
    .map(async (comment) => {
      const key = { artworkId: comment.artworkId, commentId: commentIdOf(comment) };
      return [comment.place, await queryReplies(table, key, { limit: LIMITS.comment.repliesShown })] as const;
    });
  return new Map(await Promise.all(threads));
}

export const listRepliesHandler = handle(
  listReplies,
  async ({ params, query, actor }, { table }: CommunityServices) => {
    const [artwork, comment, replies] = await Promise.all([
      findShownArtwork(table, params.artworkId, actor?.userId),
      findTopComment(table, params),
      queryReplies(table, params, query),
    ]);
    if (!artwork) return fail("artwork_not_found");
    if (!comment) return fail("comment_not_found");
    const personOf = await findPeople(table, authorIdsOf(replies));
    return pageOf(replies, query.limit, commentIdOf, (reply) => replyOf(reply, authorOf(reply, personOf)));
  },
);

export const readCommentChangesHandler = handle(
  readCommentChanges,
  async ({ params: { artworkId } }, { table }: CommunityServices) => {
    const artwork = await findShownArtwork(table, artworkId, undefined);
    if (!artwork) return fail("artwork_not_found");
    return { revision: artwork.commentRevision ?? 0 };
  },
);
