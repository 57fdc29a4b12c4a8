import { MessageId, ThreadId } from "#shared/model/ids.ts";
import type { Message, Thread } from "#shared/model/message.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { findSubjects } from "../purchases/order/find-subjects.ts";
import { findPeople } from "../users/find-people.ts";
import { getOtherSide, type MessageItem, type ThreadItem } from "./find-threads.ts";

export const toMessage = (
  { messageId, authorId, kind, content }: Pick<MessageItem, "messageId" | "authorId" | "kind" | "content">,
  readerId: string,
): Message => ({
  messageId: MessageId.parse(messageId),
  kind,
  content,
  own: authorId === readerId,
  created: getCreatedAt(messageId),
});

/** Threads as one side sees them; `getUnread` returns that side's number of unread messages. */
export async function showThreads(
  table: OpenTable,
  readerId: string,
  threads: readonly ThreadItem[],
  getUnread: (threadId: string) => number,
): Promise<Thread[]> {
  const [getPerson, { getPicture }] = await Promise.all([
    findPeople(
      table,
      threads.map((thread) => getOtherSide(thread, readerId)),
    ),
    findSubjects(table, readerId, threads),
  ]);
  return mapReadable(threads, (thread) => ({
    threadId: ThreadId.parse(thread.threadId),
    subject: {
      kind: thread.orderId ? "order" : "artwork",
      id: thread.orderId ?? thread.artworkId,
      title: thread.title,
      picture: getPicture(thread),
    },
    person: getPerson(getOtherSide(thread, readerId)),
    unread: getUnread(thread.threadId),
    latest: toMessage({ ...thread.latest, messageId: thread.lastMessageId }, readerId),
  }));
}
