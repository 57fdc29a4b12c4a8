import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import type { Person } from "#shared/model/account.ts";
import type { CollectionComment } from "#shared/model/collection.ts";
import { CommentId } from "#shared/model/ids.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { getKeyPrefix, parseKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { buildCollectionCommentsPartition, CollectionCommentEntity } from "./collection.entity.ts";

const formatter = CollectionCommentEntity.build(EntityFormatter);

export async function findCollectionComment(
  table: OpenTable,
  key: { readonly collectionId: string; readonly commentId: string },
) {
  const get = CollectionCommentEntity.build(GetItemCommand).key(key).options({ consistent: true });
  return (await table.send(get)).Item;
}

export type CollectionCommentItem = NonNullable<Awaited<ReturnType<typeof findCollectionComment>>>;

/** Comments from before the cursor's, newest first. */
export function queryCollectionComments(
  table: OpenTable,
  collectionId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<CollectionCommentItem[]> {
  const { pk, sk } = getKeyPrefix(CollectionCommentEntity, { collectionId });
  return queryPage(
    table,
    { partition: pk, range: { beginsWith: sk } },
    { limit, reverse: true, consistent: true, exclusiveStartKey: cursor ? { pk, sk: sk + cursor } : undefined },
    (item) => formatter.format(item),
  );
}

/** Every comment on collections by a person, for their export. The index lags. */
export async function findAuthorCollectionComments(table: OpenTable, authorId: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ index: INDEX.byOwner, partition: buildCollectionCommentsPartition(authorId) })
    .options({ maxPages: Number.POSITIVE_INFINITY });
  const { Items: listed = [] } = await table.send(query);
  const found = await Promise.all(
    listed.flatMap((item) => {
      const key = parseKey(CollectionCommentEntity, item);
      return key ? [findCollectionComment(table, key)] : [];
    }),
  );
  return found.flatMap((item) => item ?? []);
}

type Stored = Pick<CollectionCommentItem, "commentId" | "content" | "editedAt">;

export const toCollectionComment = ({ commentId, content, editedAt }: Stored, author: Person): CollectionComment => ({
  commentId: CommentId.parse(commentId),
  commentContent: content,
  author,
  created: getCreatedAt(commentId),
  edited: editedAt !== undefined,
});
