import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { DISPUTE_NEWS, NOTIFICATION_TYPES, REFUNDS } from "#shared/model/community.ts";
import { compactId, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** Stored in its reader's partition, in the order of delivery: the id of each is greater than all before it. */
export const NotificationEntity = new Entity({
  name: "notification",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    notificationId: sortKey("N"),
    type: string()
      .enum(...NOTIFICATION_TYPES)
      .savedAs("ty"),
    /** Id of the comment, review, order, new artwork, thread, or the day's first favourite or follow that it is about. */
    ref: compactId().savedAs("e"),
    /** Absent where it is about none, such as a follower. */
    artworkId: compactId().optional().savedAs("a"),
    title: string().savedAs("t").default(""),
    /** The reader where it names nobody, as favourites and followers do. */
    actorId: compactId().savedAs("u"),
    /** How many of a day it tells of, where it gathers them. */
    count: number().optional().savedAs("c"),
    /** Cents that its reader earned by the sale. */
    earned: number().optional().savedAs("ea"),
    /** How much of an order's payment came back, where that is what it is about. */
    refund: string()
      .enum(...REFUNDS)
      .optional()
      .savedAs("rf"),
    /** Where a dispute about an order's payment is, where that is what it is about. */
    dispute: string()
      .enum(...DISPUTE_NEWS)
      .optional()
      .savedAs("dp"),
    /** Present where a reply to its reader's comment is meant. */
    isReply: boolean().optional().savedAs("re"),
    read: boolean().savedAs("rd").default(false),
    /** Epoch seconds; only read ones expire, so that the count of unread ones stays right. */
    expires: number().optional().savedAs("ttl"),
  }),
});

/** The key is the rule: an event is processed once for a user, however often the stream delivers it. */
export const ProcessedEventEntity = new Entity({
  name: "processedEvent",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    event: sortKey("T"),
    /** The notification that told of it, or that gathers such events of the day; absent where it gathers this one, or a mail told of it. */
    notificationId: string().optional().savedAs("ni"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
