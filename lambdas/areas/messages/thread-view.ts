import { MessageId, ThreadId } from "#shared/model/ids.ts";
import type { Message, Thread } from "#shared/model/message.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { isMature, toCard } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { listPreviews } from "../media/preview-paths.ts";
import { findOrders } from "../purchases/order/find-orders.ts";
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

/** The picture of each thread's subject: an order's as it was bought, an artwork's while the reader may see it. */
async function findPictures(
  table: OpenTable,
  readerId: string,
  threads: readonly ThreadItem[],
): Promise<(thread: ThreadItem) => Thread["subject"]["picture"]> {
  const [cards, orders] = await Promise.all([
    findCards(table, [...new Set(threads.map(({ artworkId }) => artworkId))]),
    findOrders(
      table,
      threads.flatMap(({ orderId }) => orderId ?? []),
    ),
  ]);
  const byOrder = new Map(orders.map((order) => [order.orderId, order]));
  return ({ artworkId, orderId }) => {
    const card = cards.get(artworkId);
    const order = orderId && byOrder.get(orderId);
    if (order) {
      const { previewKey, placeholder, width, height } = order;
      const mature = card !== undefined && isMature(card);
      return { previews: listPreviews(previewKey, width, height), placeholder, width, height, mature };
    }
    if (!card || !isShownTo(readerId, card)) return null;
    const { previews, placeholder, width, height, mature } = toCard(card);
    return { previews, placeholder, width, height, mature };
  };
}

/** Threads as one side sees them; `getUnread` returns that side's number of unread messages. */
export async function showThreads(
  table: OpenTable,
  readerId: string,
  threads: readonly ThreadItem[],
  getUnread: (threadId: string) => number,
): Promise<Thread[]> {
  const [getPerson, getPicture] = await Promise.all([
    findPeople(
      table,
      threads.map((thread) => getOtherSide(thread, readerId)),
    ),
    findPictures(table, readerId, threads),
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
