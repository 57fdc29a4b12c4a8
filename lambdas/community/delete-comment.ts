import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { deleteComment } from "#shared/contract/community.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { findArtwork, isShownTo } from "../artwork/find-artwork.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { findOpenUser } from "../users/open-account.ts";
import { CommentEntity } from "./comment.entity.ts";
import { findComment } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

/** Authors may delete their comment even on hidden artwork, which has no comments for others. */
export const deleteCommentHandler = handle(
  deleteComment,
  async ({ params, actor: { userId } }, { table }: CommunityServices) => {
    const [artwork, comment, caller] = await Promise.all([
      findArtwork(table, params.artworkId),
      findComment(table, params),
      findOpenUser(table, userId),
    ]);
    if (!artwork || !comment) return fail("comment_not_found");
    if (!caller) return fail("forbidden");
    if (comment.authorId !== userId) {
      if (!isShownTo(userId, artwork)) return fail("comment_not_found");
      if (artwork.ownerId !== userId) return fail("forbidden");
    }
    return transact(table, [
      {
        write: CommentEntity.build(DeleteTransaction)
          .key(params)
          .options({ condition: { attr: "authorId", exists: true } }),
        otherwise: "comment_not_found",
      },
      { write: ArtworkEntity.build(UpdateTransaction).item({ artworkId: params.artworkId, comments: $add(-1) }) },
    ]);
  },
);
