import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { PAGE } from "#shared/limits.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { OfferEntity } from "../purchases/offers/offer.entity.ts";
import { findUser } from "../users/find-user.ts";
import { BlockEntity } from "./block.entity.ts";
import { findThread, getOtherSide, type ThreadItem } from "./find-threads.ts";
import {
  buildSubjectKey,
  InboxEntity,
  ThreadEntity,
  ThreadMessageEntity,
  ThreadSubjectEntity,
} from "./thread.entity.ts";

/** Deletes a thread that nobody can read any more; the thread item last, so that an interrupted run is repeated. */
async function deleteThread(table: OpenTable, thread: ThreadItem) {
  const { threadId } = thread;
  for (const message of await queryAll(table, ThreadMessageEntity, { threadId })) {
    const { offerId } = message;
    if (offerId) await table.send(OfferEntity.build(DeleteItemCommand).key({ offerId }));
    await table.send(ThreadMessageEntity.build(DeleteItemCommand).key(message));
  }
  await table.send(ThreadSubjectEntity.build(DeleteItemCommand).key({ subject: buildSubjectKey(thread) }));
  await table.send(ThreadEntity.build(DeleteItemCommand).key({ threadId }));
}

/**
 * Deletes a page of a closed account's inbox, and its list of blocked people; returns the number of threads. The other side
 * keeps a thread until their account is closed too. Safe to repeat.
 */
export async function deleteThreads(table: OpenTable, userId: string): Promise<number> {
  const [entries, blocks] = await Promise.all([
    queryAll(table, InboxEntity, { userId }),
    queryAll(table, BlockEntity, { userId }),
  ]);
  for (const block of blocks) await table.send(BlockEntity.build(DeleteItemCommand).key(block));
  const page = entries.slice(0, PAGE.max);
  for (const { threadId } of page) {
    const thread = await findThread(table, threadId);
    const other = thread && (await findUser(table, getOtherSide(thread, userId)));
    if (thread && (!other || other.deactivatedAt)) await deleteThread(table, thread);
    await table.send(InboxEntity.build(DeleteItemCommand).key({ userId, threadId }));
  }
  return page.length;
}
