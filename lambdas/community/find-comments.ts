import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import type { Person } from "#shared/model/account.ts";
import type { Comment } from "#shared/model/community.ts";
import { CommentId } from "#shared/model/ids.ts";
import { createdOf } from "../runtime/id-time.ts";
import { MarketplaceTable, type OpenTable } from "../table/marketplace-table.ts";
import { CommentEntity } from "./comment.entity.ts";

export async function findComment(table: OpenTable, key: { artworkId: string; commentId: string }) {
  const { Item } = await table.send(CommentEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

type CommentItem = NonNullable<Awaited<ReturnType<typeof findComment>>>;

/** An artwork's comments from before the cursor's, newest first. */
export async function queryComments(
  table: OpenTable,
  artworkId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<CommentItem[]> {
  const pk = `A#${artworkId}`;
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: pk, range: { beginsWith: "C#" } })
    .entities(CommentEntity)
    .options({
      limit,
      reverse: true,
      consistent: true,
      entityAttrFilter: false,
      ...(cursor ? { exclusiveStartKey: { pk, sk: `C#${cursor}` } } : {}),
    });
  return (await table.send(query)).Items ?? [];
}

export const commentOf = (item: Omit<CommentItem, "artworkId" | "authorId">, author: Person): Comment => ({
  commentId: CommentId.parse(item.commentId),
  commentContent: item.content,
  author,
  created: createdOf(item.commentId),
  edited: item.editedAt !== undefined,
});
