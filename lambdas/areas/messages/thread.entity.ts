import { Entity } from "dynamodb-toolbox/entity";
import { item, map, number, string } from "dynamodb-toolbox/schema";
import { MESSAGE_KINDS } from "#shared/model/message.ts";
import { compactId, constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** Subject of a thread: an order with its two sides, or an artwork and who is interested in it. */
export type ThreadSubject =
  | { readonly orderId: string }
  | { readonly orderId?: undefined; readonly artworkId: string; readonly buyerId: string };

export const subjectKeyOf = (subject: ThreadSubject) =>
  subject.orderId === undefined ? `A#${subject.artworkId}#${subject.buyerId}` : `O#${subject.orderId}`;

/**
 * Leads from people and subject to their thread, whose id is random so that nobody derives it. The key is the rule: there is one
 * thread for each pair of people and subject.
 */
export const ThreadSubjectEntity = new Entity({
  name: "threadSubject",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    subject: partitionKey("TS"),
    sk: constantSortKey("TS"),
    threadId: compactId().savedAs("th"),
  }),
});

/** A thread between someone interested in an artwork, or its buyer, and its artist. Their names are looked up when it is shown. */
export const ThreadEntity = new Entity({
  name: "thread",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    threadId: partitionKey("TH"),
    sk: constantSortKey("TH"),
    buyerId: compactId().savedAs("b"),
    artistId: compactId().savedAs("ar"),
    artworkId: compactId().savedAs("a"),
    /** Absent from a thread about an artwork. */
    orderId: compactId().optional().savedAs("oi"),
    /** The artwork's title on the day of the first message. */
    title: string().savedAs("t"),
    /** Greater than the ids of all messages before it; each next message depends on it. */
    lastMessageId: string().savedAs("lm"),
    /** The last message, its text shortened. */
    latest: map({
      authorId: compactId().savedAs("u"),
      kind: string()
        .enum(...MESSAGE_KINDS)
        .savedAs("k"),
      content: string().savedAs("c"),
    }).savedAs("la"),
    /** How many messages its first author has written without an answer; absent once there was one. */
    waiting: number().optional().savedAs("wa"),
    /** State of the buyer's refund request; absent where there is none. */
    refund: string().enum("asked", "declined").optional().savedAs("rf"),
  }),
});

/** A message, in its thread's partition in the order of writing. */
export const ThreadMessageEntity = new Entity({
  name: "threadMessage",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    threadId: partitionKey("TH"),
    messageId: sortKey("M"),
    authorId: compactId().savedAs("u"),
    recipientId: compactId().savedAs("re"),
    kind: string()
      .enum(...MESSAGE_KINDS)
      .savedAs("k"),
    content: string().savedAs("c"),
  }),
});

/** A thread in a person's inbox. */
export const InboxEntity = new Entity({
  name: "inbox",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    threadId: sortKey("MT"),
    /** The partition of the person's inbox in the index `ranked`. */
    list: string().savedAs("p"),
    /** Its sort key there: the thread's last message. */
    lastMessageId: string().savedAs("ps"),
    /** How many of the other side's messages are unread; under a name that the index holds. */
    unread: number().optional().savedAs("r"),
    /** The first of them, of which alone a notification and a mail tell; absent where all are read. */
    firstUnread: string().optional().savedAs("fu"),
  }),
});

/** The partition of a person's threads in the index `ranked`. */
export const inboxOf = (userId: string) => `MI#${userId}`;
