import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet } from "../../platform/table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { buildCommentSortKey, CommentEntity, ReplyParentEntity } from "./comment.entity.ts";
import { getCommentId } from "./find-comments.ts";
import { ReviewEntity } from "./review.entity.ts";

interface CommentKey {
  readonly artworkId: string;
  readonly commentId: string;
}

/** The ids of those of up to 100 comments and replies that aren't deleted; keys are distinct. */
export async function findVisibleComments(table: OpenTable, keys: readonly CommentKey[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const comments = keys.map(({ artworkId, commentId }) =>
    CommentEntity.build(BatchGetRequest).key({ artworkId, place: buildCommentSortKey({ commentId, parent: null }) }),
  );
  const replies = keys.map((key) => ReplyParentEntity.build(BatchGetRequest).key(key));
  const [foundComments, foundReplies] = await Promise.all([
    batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...comments)),
    batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...replies)),
  ]);
  return new Set([
    ...foundComments.flatMap((comment) => (comment?.authorId ? [getCommentId(comment)] : [])),
    ...foundReplies.flatMap((reply) => (reply ? [reply.commentId] : [])),
  ]);
}

/** The existing ones of up to 100 reviews, as `artworkId#buyerId`; keys must be distinct. */
export async function findVisibleReviews(
  table: OpenTable,
  keys: readonly { readonly artworkId: string; readonly buyerId: string }[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const requests = keys.map((key) => ReviewEntity.build(BatchGetRequest).key(key));
  const found = await batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...requests));
  return new Set(found.flatMap((review) => (review ? [`${review.artworkId}#${review.buyerId}`] : [])));
}
