import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { writeComment } from "#shared/contract/community.ts";
import { MESSAGES } from "#shared/messages.ts";
import { shownTo } from "../artwork/find-artwork.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transactOnce } from "../table/transact-once.ts";
import { personOf } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { whileOpen } from "../users/open-account.ts";
import {
  CommentEntity,
  type CommentIds,
  commentSortKey,
  commentsOf,
  idsIn,
  NOT_DELETED,
  ReplyParentEntity,
} from "./comment.entity.ts";
import { takeCommentQuota } from "./comment-quota.entity.ts";
import { countComment } from "./count-comment.ts";
import { commentOf, findComment } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

export const writeCommentHandler = handle(
  writeComment,
  async (
    { params: { artworkId }, body, actor: { userId }, idempotencyKey },
    { table, now, newId }: CommunityServices,
  ) => {
    const parent = body.commentParent ?? null;
    const [author, above] = await Promise.all([
      findUser(table, userId),
      parent ? findComment(table, { artworkId, commentId: parent }) : undefined,
    ]);
    if (parent && !above) return fail("comment_not_found");
    if (above && idsIn(above.place).parent) {
      return fail("invalid_request", { fields: { commentParent: MESSAGES.invalid } });
    }
    const ids = { commentId: newId(), parent };
    const comment = {
      artworkId,
      place: commentSortKey(ids),
      authorId: userId,
      content: body.commentContent,
      ofAuthor: commentsOf(userId),
    };
    const once = { userId, idempotencyKey, request: { artworkId, body }, resultId: ids.commentId, now: now() };
    const outcome = await transactOnce(table, once, [
      {
        ...countComment(artworkId, 1, shownTo(userId)),
        otherwise: "artwork_not_found",
      },
      whileOpen(userId),
      takeCommentQuota(userId, now()),
      ...joinThread(artworkId, ids),
      { write: CommentEntity.build(PutTransaction).item(comment) },
    ]);
    if (outcome instanceof Failure) return outcome;
    const written = outcome ? await findComment(table, { artworkId, commentId: outcome.earlierId }) : comment;
    return written?.authorId ? commentOf(written, [], () => personOf(userId, author)) : fail("comment_not_found");
  },
);

/** Nobody replies to a comment that is deleted. */
const joinThread = (artworkId: string, { commentId, parent }: CommentIds) =>
  parent === null
    ? []
    : [
        {
          write: CommentEntity.build(UpdateTransaction)
            .item({ artworkId, place: commentSortKey({ commentId: parent, parent: null }), replies: $add(1) })
            .options({ condition: NOT_DELETED }),
          otherwise: "comment_not_found" as const,
        },
        { write: ReplyParentEntity.build(PutTransaction).item({ artworkId, commentId, parent }) },
      ];
