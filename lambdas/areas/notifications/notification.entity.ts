import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { DISPUTE_NEWS, REFUNDS } from "#shared/model/community.ts";
import { MESSAGE_KINDS } from "#shared/model/message.ts";
import { NOTIFICATION_TYPES } from "#shared/model/notifications.ts";
import { partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A notification, in the order of delivery; it expires once read. The id of each is greater than all before it. */
export const NotificationEntity = new Entity({
  name: "notification",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    notificationId: sortKey("NOTIFICATION"),
    type: string().enum(...NOTIFICATION_TYPES),
    /** Id of the comment, review, order, new artwork, thread, announcement, or the first of the day's events that it is about. */
    ref: uuid(),
    /** Absent if it isn't about artwork, such as for followers; an announcement's first one. */
    artworkId: uuid().optional(),
    title: string().default(""),
    /** The recipient's own id if the notification is anonymous. */
    actorId: uuid(),
    /** Number of combined events of a day. */
    count: number().optional(),
    /** Cents that its reader earned by the sale. */
    earned: number().optional(),
    /** Present for the first paid sale of its reader's account. */
    firstSale: boolean().optional(),
    /** Full or partial, for a refund. */
    refund: string()
      .enum(...REFUNDS)
      .optional(),
    /** Present for a seller whose sale operators refunded. */
    isSale: boolean().optional(),
    /** State of the dispute, for notifications about one. */
    dispute: string()
      .enum(...DISPUTE_NEWS)
      .optional(),
    /** Present for messages about a refund request. */
    messageKind: string()
      .enum(...MESSAGE_KINDS)
      .optional(),
    /** Present for a reply to its reader's comment. */
    isReply: boolean().optional(),
    read: boolean().default(false),
    /** Epoch seconds; only read ones expire, so that the count of unread ones stays right. */
    expires: number().optional().savedAs("ttl"),
  }),
});

/** An event that a user was notified of or mailed about, so that repeats do nothing. */
export const ProcessedEventEntity = new Entity({
  name: "processedEvent",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    event: sortKey("PROCESSED_EVENT"),
    /**
     * The notification of the event, or the one that combines the day's events; absent if it was combined into another or
     * mailed.
     */
    notificationId: string().optional(),
    /** Name of the mail's template, if it was mailed, and if the provider refused that mail for good. */
    mail: string().optional(),
    refused: boolean().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
