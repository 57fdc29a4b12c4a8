import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { editComment } from "#shared/contract/community.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { personOf } from "../users/find-people.ts";
import { findOpenUser } from "../users/open-account.ts";
import { CommentEntity } from "./comment.entity.ts";
import { takeCommentQuota } from "./comment-quota.entity.ts";
import { countComment } from "./count-comment.ts";
import { findComment, replyOf } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

export const editCommentHandler = handle(
  editComment,
  async ({ params, body, actor: { userId } }, { table, now }: CommunityServices) => {
    const { artworkId } = params;
    const [artwork, comment, author] = await Promise.all([
      findShownArtwork(table, artworkId, userId),
      findComment(table, params),
      findOpenUser(table, userId),
    ]);
    if (!artwork) return fail("artwork_not_found");
    if (!comment?.authorId) return fail("comment_not_found");
    if (comment.authorId !== userId || !author) return fail("forbidden");
    if (comment.content === body.commentContent) return replyOf(comment, personOf(userId, author));

    const change = { content: body.commentContent, editedAt: now().toISOString() };
    const refused = await transact(table, [
      {
        write: CommentEntity.build(UpdateTransaction)
          .item({ artworkId, place: comment.place, ...change })
          .options({ condition: { attr: "authorId", eq: userId } }),
        otherwise: "comment_not_found",
      },
      countComment(artworkId, 0),
      // Each change makes every open page of the artwork read its comments again.
      takeCommentQuota(userId, now()),
    ]);
    return refused ?? replyOf({ ...comment, ...change }, personOf(userId, author));
  },
);
