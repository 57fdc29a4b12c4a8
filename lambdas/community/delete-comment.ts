import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { deleteComment } from "#shared/contract/community.ts";
import { findArtwork, isShownTo } from "../artwork/find-artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { backOff } from "../table/retry-conflicts.ts";
import { attempt, type Write } from "../table/transact.ts";
import { findOpenUser } from "../users/open-account.ts";
import { CommentEntity, idsIn, NOT_DELETED, ReplyParentEntity } from "./comment.entity.ts";
import { countComment } from "./count-comment.ts";
import { type CommentItem, findComment, findTopComment } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

const ATTEMPTS = 8;

/** Authors may delete their comment even on hidden artwork, which has no comments for others. */
export const deleteCommentHandler = handle(
  deleteComment,
  async ({ params, actor: { userId } }, { table }: CommunityServices) => {
    const [artwork, caller] = await Promise.all([findArtwork(table, params.artworkId), findOpenUser(table, userId)]);
    for (let tried = 1; tried <= ATTEMPTS; tried++) {
      const comment = await findComment(table, params);
      if (!artwork || !comment?.authorId) return fail("comment_not_found");
      if (!caller) return fail("forbidden");
      if (comment.authorId !== userId) {
        if (!isShownTo(userId, artwork)) return fail("comment_not_found");
        if (artwork.ownerId !== userId) return fail("forbidden");
      }
      const writes = [...(await removalOf(table, comment)), countComment(params.artworkId, -1).write];
      if ((await attempt(table, writes)).length === 0) return undefined;
      // Someone replied to it, or deleted a reply or the comment itself, since it was read.
      await backOff(tried);
    }
    throw new Error("A thread kept changing while a comment in it was being deleted");
  },
);

const removalOf = async (table: OpenTable, comment: CommentItem): Promise<Write[]> => {
  const { artworkId, place } = comment;
  const { commentId, parent } = idsIn(place);
  if (parent === null) return [comment.replies ? emptied(comment) : removed(comment)];
  return [
    CommentEntity.build(DeleteTransaction).key({ artworkId, place }).options({ condition: NOT_DELETED }),
    ReplyParentEntity.build(DeleteTransaction).key({ artworkId, commentId }),
    ...withoutReply(await findTopComment(table, { artworkId, commentId: parent })),
  ];
};

const removed = ({ artworkId, place }: CommentItem) =>
  CommentEntity.build(DeleteTransaction)
    .key({ artworkId, place })
    .options({
      condition: {
        and: [
          NOT_DELETED,
          {
            or: [
              { attr: "replies", exists: false },
              { attr: "replies", eq: 0 },
            ],
          },
        ],
      },
    });

/** What a comment with replies becomes: its place, without its author and text. */
const emptied = ({ artworkId, place }: CommentItem) =>
  CommentEntity.build(UpdateTransaction)
    .item({ artworkId, place, authorId: $remove(), content: $remove(), editedAt: $remove(), ofAuthor: $remove() })
    .options({ condition: { and: [NOT_DELETED, { attr: "replies", gt: 0 }] } });

/** Takes a reply off its comment's count; with its last reply a deleted comment goes as well. */
function withoutReply(comment: CommentItem | undefined): Write[] {
  if (!comment) return [];
  const { artworkId, place, authorId, replies = 0 } = comment;
  if (!authorId && replies === 1) {
    const isLast = {
      and: [
        { attr: "authorId" as const, exists: false },
        { attr: "replies" as const, eq: 1 },
      ],
    };
    return [CommentEntity.build(DeleteTransaction).key({ artworkId, place }).options({ condition: isLast })];
  }
  const asRead = authorId ? NOT_DELETED : { attr: "replies" as const, eq: replies };
  return [
    CommentEntity.build(UpdateTransaction)
      .item({ artworkId, place, replies: $add(-1) })
      .options({ condition: asRead }),
  ];
}
