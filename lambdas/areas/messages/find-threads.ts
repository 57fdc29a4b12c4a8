import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { PAGE } from "#shared/limits.ts";
import { batchGet } from "../../platform/table/batch-get.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { getKeyPrefix } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { hasBlocked } from "./find-blocks.ts";
import {
  buildInboxPartition,
  buildSubjectKey,
  InboxEntity,
  ThreadEntity,
  ThreadMessageEntity,
  type ThreadSubject,
  ThreadSubjectEntity,
} from "./thread.entity.ts";

export async function findThread(table: OpenTable, threadId: string) {
  const { Item } = await table.send(ThreadEntity.build(GetItemCommand).key({ threadId }).options({ consistent: true }));
  return Item;
}

/** The id of the thread about an order or an artwork; undefined before the first message. */
export async function findThreadId(table: OpenTable, subject: ThreadSubject) {
  const key = { subject: buildSubjectKey(subject) };
  const { Item } = await table.send(ThreadSubjectEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item?.threadId;
}

export type ThreadItem = NonNullable<Awaited<ReturnType<typeof findThread>>>;

/** A thread for one of its two sides; undefined for anyone else. */
export async function findOwnThread(table: OpenTable, threadId: string, userId: string) {
  const thread = await findThread(table, threadId);
  return thread && (thread.buyerId === userId || thread.artistId === userId) ? thread : undefined;
}

/** The other side of a thread. */
export const getOtherSide = ({ buyerId, artistId }: Pick<ThreadItem, "buyerId" | "artistId">, userId: string) =>
  userId === buyerId ? artistId : buyerId;

/** Up to 50 threads by their ids. */
export async function findThreads(table: OpenTable, threadIds: readonly string[]) {
  if (threadIds.length === 0) return new Map<string, never>();
  const requests = threadIds.map((threadId) => ThreadEntity.build(BatchGetRequest).key({ threadId }));
  const items = await batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...requests));
  return new Map(items.flatMap((item) => (item ? [[item.threadId, item]] : [])));
}

export async function findInboxEntry(table: OpenTable, key: { readonly userId: string; readonly threadId: string }) {
  const { Item } = await table.send(InboxEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

/** True if a message is the first unread one of a person's thread. */
export const isFirstUnread = async (
  table: OpenTable,
  userId: string,
  { threadId, messageId }: { readonly threadId: string; readonly messageId: string },
) => (await findInboxEntry(table, { userId, threadId }))?.firstUnread === messageId;

const messageFormatter = ThreadMessageEntity.build(EntityFormatter);
const inboxFormatter = InboxEntity.build(EntityFormatter);

/** A person's threads before the cursor, the last active first, with the index's attributes. */
export async function queryInbox(
  table: OpenTable,
  userId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  return queryPage(
    table,
    { index: INDEX.ranked, partition: buildInboxPartition(userId), ...(cursor ? { range: { lt: cursor } } : {}) },
    { limit, reverse: true },
    (item) => inboxFormatter.format(item, { attributes: ["threadId", "lastMessageId", "unread"] }),
  );
}

/** Number of unread conversations among the last active ones, without those with blocked people. */
export async function countUnreadThreads(table: OpenTable, userId: string) {
  const entries = (await queryInbox(table, userId, { limit: PAGE.max })).filter(({ unread = 0 }) => unread > 0);
  const threads = await findThreads(
    table,
    entries.map(({ threadId }) => threadId),
  );
  const blocked = await Promise.all(
    [...threads.values()].map((thread) => hasBlocked(table, userId, getOtherSide(thread, userId))),
  );
  return blocked.filter((isBlocked) => !isBlocked).length;
}

export async function findMessage(table: OpenTable, key: { readonly threadId: string; readonly messageId: string }) {
  const { Item } = await table.send(ThreadMessageEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item;
}

export type MessageItem = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** Messages of a thread from before the cursor, newest first. */
export async function queryMessages(
  table: OpenTable,
  threadId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<MessageItem[]> {
  const { pk, sk } = getKeyPrefix(ThreadMessageEntity, { threadId });
  return queryPage(
    table,
    { partition: pk, range: { beginsWith: sk } },
    {
      limit,
      reverse: true,
      consistent: true,
      exclusiveStartKey: cursor ? { pk, sk: sk + cursor } : undefined,
    },
    (item) => messageFormatter.format(item),
  );
}
