import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { DISPUTE_NEWS, REFUNDS } from "#shared/model/community.ts";
import { NOTIFICATION_TYPES } from "#shared/model/notifications.ts";
import { partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** Stored in its reader's partition, in the order of delivery: the id of each is greater than all before it. */
export const NotificationEntity = new Entity({
  name: "notification",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    notificationId: sortKey("NOTIFICATION"),
    type: string().enum(...NOTIFICATION_TYPES),
    /** Id of the comment, review, order, new artwork, thread, or the day's first favourite or follow that it is about. */
    ref: uuid(),
    /** Absent where it is about none, such as a follower. */
    artworkId: uuid().optional(),
    title: string().default(""),
    /** The reader where it names nobody, as favourites and followers do. */
    actorId: uuid(),
    /** How many of a day it tells of, where it gathers them. */
    count: number().optional(),
    /** Cents that its reader earned by the sale. */
    earned: number().optional(),
    /** How much of an order's payment came back, where that is what it is about. */
    refund: string()
      .enum(...REFUNDS)
      .optional(),
    /** Where a dispute about an order's payment is, where that is what it is about. */
    dispute: string()
      .enum(...DISPUTE_NEWS)
      .optional(),
    /** Present where a reply to its reader's comment is meant. */
    isReply: boolean().optional(),
    read: boolean().default(false),
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
    userId: partitionKey("USER"),
    event: sortKey("PROCESSED_EVENT"),
    /** The notification that told of it, or that gathers such events of the day; absent where it gathers this one, or a mail told of it. */
    notificationId: string().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
