import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { writeComment } from "#shared/contract/community.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { shownTo } from "../artwork/find-artwork.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transactOnce } from "../table/transact-once.ts";
import { personOf } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { whileOpen } from "../users/open-account.ts";
import { CommentEntity } from "./comment.entity.ts";
import { takeCommentQuota } from "./comment-quota.entity.ts";
import { commentOf, findComment } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

export const writeCommentHandler = handle(
  writeComment,
  async (
    { params: { artworkId }, body, actor: { userId }, idempotencyKey },
    { table, now, newId }: CommunityServices,
  ) => {
    const author = await findUser(table, userId);
    const comment = { commentId: newId(), content: body.commentContent };
    const once = { userId, idempotencyKey, request: { artworkId, body }, resultId: comment.commentId, now: now() };
    const outcome = await transactOnce(table, once, [
      {
        write: ArtworkEntity.build(UpdateTransaction)
          .item({ artworkId, comments: $add(1) })
          .options({ condition: shownTo(userId) }),
        otherwise: "artwork_not_found",
      },
      whileOpen(userId),
      takeCommentQuota(userId, now()),
      { write: CommentEntity.build(PutTransaction).item({ artworkId, authorId: userId, ...comment }) },
    ]);
    if (outcome instanceof Failure) return outcome;
    const written = outcome ? await findComment(table, { artworkId, commentId: outcome.earlierId }) : comment;
    return written ? commentOf(written, personOf(userId, author)) : fail("comment_not_found");
  },
);
