import { Entity } from "dynamodb-toolbox/entity";
import { item, map, number, string } from "dynamodb-toolbox/schema";
import { MESSAGE_KINDS } from "#shared/model/message.ts";
import { constantSortKey, partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** Subject of a thread: an order with its two sides, or an artwork and the person interested in it. */
export type ThreadSubject =
  | { readonly orderId: string }
  | { readonly orderId?: undefined; readonly artworkId: string; readonly buyerId: string };

export const buildSubjectKey = (subject: ThreadSubject) =>
  subject.orderId === undefined ? `ARTWORK#${subject.artworkId}#${subject.buyerId}` : `ORDER#${subject.orderId}`;

/**
 * The thread of two people about an artwork or an order; the key allows one. The thread's id is random, so that it can't be
 * derived.
 */
export const ThreadSubjectEntity = new Entity({
  name: "threadSubject",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    subject: partitionKey("THREAD_SUBJECT"),
    sk: constantSortKey("THREAD_SUBJECT"),
    threadId: uuid(),
  }),
});

/**
 * A thread about an artwork or an order between an artist and a buyer, with its last message. Their names are looked up
 * when it is shown.
 */
export const ThreadEntity = new Entity({
  name: "thread",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    threadId: partitionKey("THREAD"),
    sk: constantSortKey("THREAD"),
    buyerId: uuid(),
    artistId: uuid(),
    artworkId: uuid(),
    /** Absent for threads about artwork. */
    orderId: uuid().optional(),
    /** The artwork's title when the thread started, or an order's works. */
    title: string(),
    /** Greater than all earlier message ids; the next message is conditional on it. */
    lastMessageId: string(),
    /** The last message with its text shortened. */
    latest: map({
      authorId: uuid(),
      kind: string().enum(...MESSAGE_KINDS),
      content: string(),
    }),
    /** Number of the first author's unanswered messages; absent once there was an answer. */
    waiting: number().optional(),
    /** State of the buyer's refund request; absent without one. */
    refund: string().enum("asked", "declined").optional(),
  }),
});

/** A message, in its thread's partition in chronological order. */
export const ThreadMessageEntity = new Entity({
  name: "threadMessage",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    threadId: partitionKey("THREAD"),
    messageId: sortKey("MESSAGE"),
    authorId: uuid(),
    recipientId: uuid(),
    kind: string().enum(...MESSAGE_KINDS),
    content: string(),
    /** The offer that the message shows. */
    offerId: uuid().optional(),
  }),
});

/** A thread in a person's inbox, with how many messages are unread. */
export const InboxEntity = new Entity({
  name: "inbox",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    threadId: sortKey("INBOX"),
    /** The partition of the person's inbox in the index `ranked`. */
    list: string().savedAs("rankedPk"),
    /** Its sort key there: the thread's last message. */
    lastMessageId: string().savedAs("rankedSk"),
    /** Number of unread messages of the other side. */
    unread: number().optional(),
    /** The first unread message, the only one that a notification and a mail announce; absent if all are read. */
    firstUnread: string().optional(),
  }),
});

/** The partition of a person's threads in the index `ranked`. */
export const buildInboxPartition = (userId: string) => `INBOX#${userId}`;
