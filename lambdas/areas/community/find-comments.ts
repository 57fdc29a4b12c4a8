import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { NIL } from "uuid";
import { MESSAGES } from "#shared/messages.ts";
import type { Person } from "#shared/model/account.ts";
import type { Comment, Reply } from "#shared/model/community.ts";
import { CommentId } from "#shared/model/ids.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { batchGet, inBatches } from "../../platform/table/batch-get.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { getKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { toPerson } from "../users/find-people.ts";
import {
  buildCommentSortKey,
  buildCommentsPartition,
  buildRepliesPrefix,
  COMMENTS,
  CommentEntity,
  type CommentIds,
  parsePlace,
  ReplyParentEntity,
} from "./comment.entity.ts";

interface CommentKey {
  readonly artworkId: string;
  readonly commentId: string;
}

const commentFormatter = CommentEntity.build(EntityFormatter);

async function readComment(table: OpenTable, artworkId: string, ids: CommentIds) {
  const { Item } = await table.send(
    CommentEntity.build(GetItemCommand)
      .key({ artworkId, place: buildCommentSortKey(ids) })
      .options({ consistent: true }),
  );
  return Item;
}

export type CommentItem = NonNullable<Awaited<ReturnType<typeof readComment>>>;

async function findParent(table: OpenTable, key: CommentKey) {
  const { Item } = await table.send(ReplyParentEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item?.parent;
}

/** A top-level comment. */
export const findTopComment = (table: OpenTable, { artworkId, commentId }: CommentKey) =>
  readComment(table, artworkId, { commentId, parent: null });

/** A comment or a reply. */
export async function findComment(table: OpenTable, key: CommentKey) {
  const [comment, parent] = await Promise.all([findTopComment(table, key), findParent(table, key)]);
  return parent ? readComment(table, key.artworkId, { commentId: key.commentId, parent }) : comment;
}

interface PlaceQuery {
  readonly prefix: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly reverse: boolean;
}

async function queryPlaces(table: OpenTable, artworkId: string, { prefix, cursor, limit, reverse }: PlaceQuery) {
  const { pk, sk } = getKey(CommentEntity, { artworkId, place: prefix });
  return queryPage(
    table,
    { partition: pk, range: { beginsWith: sk } },
    {
      limit,
      reverse,
      consistent: true,
      exclusiveStartKey: cursor ? { pk, sk: sk + cursor } : undefined,
    },
    (item) => commentFormatter.format(item),
  );
}

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** An artwork's comments from before the cursor's, newest first, without replies. */
export const queryComments = (table: OpenTable, artworkId: string, page: Page): Promise<CommentItem[]> =>
  queryPlaces(table, artworkId, { ...page, prefix: COMMENTS, reverse: true });

/** The replies to a comment after the cursor, oldest first. */
export const queryReplies = (
  table: OpenTable,
  { artworkId, commentId }: CommentKey,
  page: Page,
): Promise<CommentItem[]> =>
  queryPlaces(table, artworkId, { ...page, prefix: buildRepliesPrefix(commentId), reverse: false });

/** Every comment and reply of an author, oldest first. The index lags; comments from before it existed aren't found. */
export async function findAuthorComments(table: OpenTable, authorId: string): Promise<CommentItem[]> {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.byOwner, partition: buildCommentsPartition(authorId) })
    .options({ maxPages: Number.POSITIVE_INFINITY });
  const { Items: listed = [] } = await table.send(query);
  const found = await inBatches(listed, (batch) => {
    const requests = batch.map(({ pk, sk }) =>
      CommentEntity.build(BatchGetRequest).key(
        commentFormatter.format({ pk, sk }, { attributes: ["artworkId", "place"] }),
      ),
    );
    const command = MarketplaceTable.build(BatchGetCommand)
      .requests(...requests)
      .options({ consistent: true });
    return batchGet(table, command);
  });
  return found
    .flatMap((item) => (item?.authorId === authorId ? [item] : []))
    .sort((one, other) => getCommentId(one).localeCompare(getCommentId(other)));
}

export const getCommentId = ({ place }: Pick<CommentItem, "place">) => parsePlace(place).commentId;

type Stored = Pick<CommentItem, "place" | "content" | "editedAt">;

export function toReply({ place, content, editedAt }: Stored, author: Person): Reply {
  const { commentId, parent } = parsePlace(place);
  return {
    commentId: CommentId.parse(commentId),
    commentContent: content ?? MESSAGES.deletedUser,
    author,
    created: getCreatedAt(commentId),
    edited: editedAt !== undefined,
    parent: parent === null ? null : CommentId.parse(parent),
  };
}

/** A comment with its first replies. */
export const toComment = (
  item: Stored & Pick<CommentItem, "authorId" | "replies">,
  replies: readonly CommentItem[],
  getPerson: (userId: string) => Person,
): Comment => ({
  ...toReply(item, getAuthor(item, getPerson)),
  ...(item.authorId ? {} : { deleted: true }),
  ...(item.replies
    ? {
        replies: {
          items: mapReadable(replies, (reply) => toReply(reply, getAuthor(reply, getPerson))),
          cursor: replies.map(getCommentId).at(-1) ?? null,
          hasMore: item.replies > replies.length,
          count: item.replies,
        },
      }
    : {}),
});

/** Author of a comment; a deleted one has a person without a name. */
export const getAuthor = ({ authorId }: Pick<CommentItem, "authorId">, find: (userId: string) => Person): Person =>
  authorId ? find(authorId) : toPerson(NIL, undefined);

export const listAuthorIds = (items: readonly CommentItem[]) =>
  items.flatMap(({ authorId }) => (authorId ? [authorId] : []));
