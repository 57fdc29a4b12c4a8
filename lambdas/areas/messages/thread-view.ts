import { MessageId, ThreadId } from "#shared/model/ids.ts";
import type { Message, Thread } from "#shared/model/message.ts";
import type { Offer } from "#shared/model/offer.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { findOffers } from "../purchases/offers/find-offers.ts";
import { showOffers } from "../purchases/offers/offer-view.ts";
import { findSubjects } from "../purchases/order/find-subjects.ts";
import { findPeople } from "../users/find-people.ts";
import { getOtherSide, type MessageItem, type ThreadItem } from "./find-threads.ts";

/** The offers of a thread's messages by id, in their present state. */
export async function showMessageOffers(
  services: Pick<BaseServices, "now"> & { readonly table: OpenTable },
  messages: readonly MessageItem[],
  readerId: string,
): Promise<ReadonlyMap<string, Offer>> {
  const offers = await findOffers(
    services.table,
    messages.flatMap(({ offerId }) => offerId ?? []),
  );
  return new Map((await showOffers(services, offers, readerId)).map((offer) => [offer.offerId, offer]));
}

export function toMessage(
  {
    messageId,
    authorId,
    kind,
    content,
    offerId = "",
  }: Pick<MessageItem, "messageId" | "authorId" | "kind" | "content"> & Partial<Pick<MessageItem, "offerId">>,
  readerId: string,
  offers?: ReadonlyMap<string, Offer>,
): Message {
  const offer = offers?.get(offerId);
  return {
    messageId: MessageId.parse(messageId),
    kind,
    content,
    own: authorId === readerId,
    created: getCreatedAt(messageId),
    ...(offer ? { offer } : {}),
  };
}

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
