import { listComments, listReplies, readCommentChanges } from "#shared/contract/community.ts";
import { LIMITS } from "#shared/limits.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { findPeople } from "../users/find-people.ts";
import {
  type CommentItem,
  findTopComment,
  getAuthor,
  getCommentId,
  listAuthorIds,
  queryComments,
  queryReplies,
  toComment,
  toReply,
} from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

export const listCommentsHandler = handle(
  listComments,
  async ({ params: { artworkId }, query, actor }, { table }: CommunityServices) => {
    // Read before the comments, so that the revision never includes comments that are missing from the answer.
    const artwork = await findShownArtwork(table, artworkId, actor?.userId);
    if (!artwork) return fail("artwork_not_found");
    const comments = await queryComments(table, artworkId, query);
    const replies = await findFirstReplies(table, comments);
    const getPerson = await findPeople(table, listAuthorIds([...comments, ...[...replies.values()].flat()]));
    return {
      ...toPage(comments, query.limit, getCommentId, (comment) =>
        toComment(comment, replies.get(comment.place) ?? [], getPerson),
      ),
      revision: artwork.commentRevision ?? 0,
    };
  },
);

/** The first replies to each comment with replies, by its sort key: one query each. */
async function findFirstReplies(table: OpenTable, comments: readonly CommentItem[]) {
  const threads = comments
    .filter(({ replies }) => replies)
    .map(async (comment) => {
      const key = { artworkId: comment.artworkId, commentId: getCommentId(comment) };
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
    const getPerson = await findPeople(table, listAuthorIds(replies));
    return toPage(replies, query.limit, getCommentId, (reply) => toReply(reply, getAuthor(reply, getPerson)));
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
