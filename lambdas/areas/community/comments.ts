import type { Condition } from "dynamodb-toolbox/entity/actions/parseCondition";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { deleteComment, editComment, writeComment } from "#shared/contract/community.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { CHANGED, retryChanged } from "../../platform/table/retries.ts";
import { attempt, transact, type Write } from "../../platform/table/transact.ts";
import { transactOnce } from "../../platform/table/transact-once.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { buildShownCondition, findArtwork, findShownArtwork, isShownTo } from "../artwork/find-artwork.ts";
import { toPerson } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { buildOpenAccountCheck, findOpenUser } from "../users/open-account.ts";
import {
  buildCommentSortKey,
  buildCommentsPartition,
  CommentEntity,
  type CommentIds,
  NOT_DELETED,
  parsePlace,
  ReplyParentEntity,
} from "./comment.entity.ts";
import { consumeCommentQuota } from "./comment-quota.entity.ts";
import { type CommentItem, findComment, findTopComment, toComment, toReply } from "./find-comments.ts";
import type { CommunityServices } from "./services.ts";

/** Changes an artwork's count of comments, and increments the revision by which open pages notice changes. */
const changeCommentCount = (artworkId: string, change: number, condition?: Condition<typeof ArtworkEntity>) => ({
  write: ArtworkEntity.build(UpdateTransaction)
    .item({ artworkId, commentRevision: $add(1), ...(change === 0 ? {} : { comments: $add(change) }) })
    .options(condition ? { condition } : {}),
});

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
    if (above && parsePlace(above.place).parent) {
      return fail("invalid_request", { fields: { commentParent: MESSAGES.invalid } });
    }
    const ids = { commentId: newId(), parent };
    const comment = {
      artworkId,
      place: buildCommentSortKey(ids),
      authorId: userId,
      content: body.commentContent,
      ofAuthor: buildCommentsPartition(userId),
    };
    const once = { userId, idempotencyKey, request: { artworkId, body }, resultId: ids.commentId, now: now() };
    const outcome = await transactOnce(table, once, [
      {
        ...changeCommentCount(artworkId, 1, buildShownCondition(userId)),
        failure: "artwork_not_found",
      },
      buildOpenAccountCheck(userId),
      consumeCommentQuota(userId, now()),
      ...buildReplyWrites(artworkId, ids),
      { write: CommentEntity.build(PutTransaction).item(comment) },
    ]);
    if (outcome instanceof Failure) return outcome;
    const written = outcome ? await findComment(table, { artworkId, commentId: outcome.earlierId }) : comment;
    return written?.authorId ? toComment(written, [], () => toPerson(userId, author)) : fail("comment_not_found");
  },
);

/** Increments the parent's count of replies; fails for a deleted parent. */
const buildReplyWrites = (artworkId: string, { commentId, parent }: CommentIds) =>
  parent === null
    ? []
    : [
        {
          write: CommentEntity.build(UpdateTransaction)
            .item({ artworkId, place: buildCommentSortKey({ commentId: parent, parent: null }), replies: $add(1) })
            .options({ condition: NOT_DELETED }),
          failure: "comment_not_found" as const,
        },
        { write: ReplyParentEntity.build(PutTransaction).item({ artworkId, commentId, parent }) },
      ];

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
    if (comment.content === body.commentContent) return toReply(comment, toPerson(userId, author));

    const change = { content: body.commentContent, editedAt: now().toISOString() };
    const refused = await transact(table, [
      {
        write: CommentEntity.build(UpdateTransaction)
          .item({ artworkId, place: comment.place, ...change })
          .options({ condition: { attr: "authorId", eq: userId } }),
        failure: "comment_not_found",
      },
      changeCommentCount(artworkId, 0),
      // Each change makes every open page of the artwork reload its comments.
      consumeCommentQuota(userId, now()),
    ]);
    return refused ?? toReply({ ...comment, ...change }, toPerson(userId, author));
  },
);

/** Authors may delete their comment even on hidden artwork. */
export const deleteCommentHandler = handle(
  deleteComment,
  async ({ params, actor: { userId } }, { table }: CommunityServices) => {
    const [artwork, caller] = await Promise.all([findArtwork(table, params.artworkId), findOpenUser(table, userId)]);
    return retryChanged("a comment thread", async () => {
      const comment = await findComment(table, params);
      if (!artwork || !comment?.authorId) return fail("comment_not_found");
      if (!caller) return fail("forbidden");
      if (comment.authorId !== userId) {
        if (!isShownTo(userId, artwork)) return fail("comment_not_found");
        if (artwork.ownerId !== userId) return fail("forbidden");
      }
      const writes = [...(await buildRemoval(table, comment)), changeCommentCount(params.artworkId, -1).write];
      // Someone may have replied, or deleted a reply or the comment itself, since it was read.
      return (await attempt(table, writes)).length === 0 ? undefined : CHANGED;
    });
  },
);

const buildRemoval = async (table: OpenTable, comment: CommentItem): Promise<Write[]> => {
  const { artworkId, place } = comment;
  const { commentId, parent } = parsePlace(place);
  if (parent === null) return [comment.replies ? buildPlaceholderUpdate(comment) : buildCommentDeletion(comment)];
  return [
    CommentEntity.build(DeleteTransaction).key({ artworkId, place }).options({ condition: NOT_DELETED }),
    ReplyParentEntity.build(DeleteTransaction).key({ artworkId, commentId }),
    ...buildReplyRemoval(await findTopComment(table, { artworkId, commentId: parent })),
  ];
};

const buildCommentDeletion = ({ artworkId, place }: CommentItem) =>
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

/** Deletes a comment with replies: a placeholder stays, without author and text. */
const buildPlaceholderUpdate = ({ artworkId, place }: CommentItem) =>
  CommentEntity.build(UpdateTransaction)
    .item({ artworkId, place, authorId: $remove(), content: $remove(), editedAt: $remove(), ofAuthor: $remove() })
    .options({ condition: { and: [NOT_DELETED, { attr: "replies", gt: 0 }] } });

/** Decrements a comment's count of replies; with its last reply, a deleted comment is removed too. */
function buildReplyRemoval(comment: CommentItem | undefined): Write[] {
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
  const condition = authorId ? NOT_DELETED : { attr: "replies" as const, eq: replies };
  return [
    CommentEntity.build(UpdateTransaction)
      .item({ artworkId, place, replies: $add(-1) })
      .options({ condition: condition }),
  ];
}
