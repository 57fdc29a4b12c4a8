import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import {
  deleteCollectionComment,
  editCollectionComment,
  listCollectionComments,
  writeCollectionComment,
} from "#shared/contract/collections.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { transact } from "../../platform/table/transact.ts";
import { transactOnce } from "../../platform/table/transact-once.ts";
import { consumeCommentQuota } from "../community/comment-quota.entity.ts";
import { buildNeitherBlockedConditions } from "../messages/block.entity.ts";
import { findPeople, toPerson } from "../users/find-people.ts";
import { findUser } from "../users/find-user.ts";
import { buildOpenAccountCheck, OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { buildCollectionCommentsPartition, CollectionCommentEntity, CollectionEntity } from "./collection.entity.ts";
import { type CollectionItem, findCollection, findOwnOrShared } from "./find-collections.ts";
import { findCollectionComment, queryCollectionComments, toCollectionComment } from "./find-comments.ts";
import type { CollectionsServices } from "./services.ts";

export const listCollectionCommentsHandler = handle(
  listCollectionComments,
  async ({ params: { collectionId }, query, actor: { userId } }, { table }: CollectionsServices) => {
    const collection = await findOwnOrShared(table, collectionId, userId);
    if (!collection) return fail("collection_not_found");
    const comments = await queryCollectionComments(table, collectionId, query);
    const authorIds = comments.map(({ authorId }) => authorId);
    const getPerson = await findPeople(table, [collection.ownerId, ...authorIds]);
    // A closed or blocked account's collection is shown to nobody.
    if (getPerson(collection.ownerId).name === null) return fail("collection_not_found");
    return toPage(
      comments,
      query.limit,
      ({ commentId }) => commentId,
      (comment) => toCollectionComment(comment, getPerson(comment.authorId)),
    );
  },
);

/** The writer's access as conditions, so that whoever is removed or blocked meanwhile writes nothing. */
const buildAccessChecks = ({ collectionId, ownerId }: CollectionItem, userId: string) => {
  const isOwner = ownerId === userId;
  const failure = "collection_not_found" as const;
  return [
    {
      write: CollectionEntity.build(UpdateTransaction)
        .item({ collectionId, revision: $add(1) })
        .options({
          condition: isOwner ? { attr: "ownerId", eq: userId } : { attr: "memberIds", contains: userId },
        }),
      failure,
    },
    ...(isOwner
      ? []
      : [
          ...buildNeitherBlockedConditions(userId, ownerId, failure),
          { write: UserEntity.build(ConditionCheck).key({ userId: ownerId }).condition(OPEN), failure },
        ]),
    buildOpenAccountCheck(userId),
  ];
};

export const writeCollectionCommentHandler = handle(
  writeCollectionComment,
  async (
    { params: { collectionId }, body, actor: { userId }, idempotencyKey },
    { table, now, newId }: CollectionsServices,
  ) => {
    const [collection, author] = await Promise.all([
      findOwnOrShared(table, collectionId, userId),
      findUser(table, userId),
    ]);
    if (!collection) return fail("collection_not_found");
    const comment = {
      collectionId,
      commentId: newId(),
      authorId: userId,
      content: body.commentContent,
      ofAuthor: buildCollectionCommentsPartition(userId),
    };
    const request = { collectionId, body };
    const once = { userId, idempotencyKey, request, resultId: comment.commentId, now: now() };
    const outcome = await transactOnce(table, once, [
      ...buildAccessChecks(collection, userId),
      consumeCommentQuota(userId, now()),
      { write: CollectionCommentEntity.build(PutTransaction).item(comment) },
    ]);
    if (outcome instanceof Failure) return outcome;
    const key = { collectionId, commentId: outcome?.earlierId ?? "" };
    const written = outcome ? await findCollectionComment(table, key) : comment;
    return written ? toCollectionComment(written, toPerson(userId, author)) : fail("comment_not_found");
  },
);

export const editCollectionCommentHandler = handle(
  editCollectionComment,
  async ({ params, body, actor: { userId } }, { table, now }: CollectionsServices) => {
    const [collection, comment, author] = await Promise.all([
      findOwnOrShared(table, params.collectionId, userId),
      findCollectionComment(table, params),
      findUser(table, userId),
    ]);
    if (!collection) return fail("collection_not_found");
    if (!comment) return fail("comment_not_found");
    if (comment.authorId !== userId) return fail("forbidden");
    const change = { content: body.commentContent, editedAt: now().toISOString() };
    if (comment.content === change.content) return toCollectionComment(comment, toPerson(userId, author));
    const refused = await transact(table, [
      ...buildAccessChecks(collection, userId),
      {
        write: CollectionCommentEntity.build(UpdateTransaction)
          .item({ ...params, ...change })
          .options({ condition: { attr: "authorId", eq: userId } }),
        failure: "comment_not_found",
      },
      consumeCommentQuota(userId, now()),
    ]);
    return refused ?? toCollectionComment({ ...comment, ...change }, toPerson(userId, author));
  },
);

export const deleteCollectionCommentHandler = handle(
  deleteCollectionComment,
  async ({ params, actor: { userId } }, { table }: CollectionsServices) => {
    const [collection, comment] = await Promise.all([
      findCollection(table, params.collectionId),
      findCollectionComment(table, params),
    ]);
    const isOwner = collection?.ownerId === userId;
    if (!comment) return fail("comment_not_found");
    if (comment.authorId !== userId && !isOwner) {
      const isShared = await findOwnOrShared(table, params.collectionId, userId);
      return fail(isShared ? "forbidden" : "comment_not_found");
    }
    await table.send(CollectionCommentEntity.build(DeleteItemCommand).key(params));
    return undefined;
  },
);
