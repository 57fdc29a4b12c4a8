import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { NOTIFICATION_TYPES } from "#shared/model/community.ts";
import { compact } from "../table/compact-id.ts";
import { partOf, sortedBy } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** Stands beside its reader, in the order of delivery: the id of each is greater than all before it. */
export const NotificationEntity = new Entity({
  name: "notification",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partOf("U"),
    notificationId: sortedBy("N"),
    type: string()
      .enum(...NOTIFICATION_TYPES)
      .savedAs("ty"),
    /** The comment, review or order that it tells of. */
    ref: compact().savedAs("e"),
    artworkId: compact().savedAs("a"),
    title: string().savedAs("t"),
    actorId: compact().savedAs("u"),
    read: boolean().savedAs("rd").default(false),
    /** Epoch seconds; only what was read goes away, so that the count of unread ones stays true. */
    expires: number().optional().savedAs("ttl"),
  }),
});

/** The key is the rule: a user hears of an event once, however often the stream tells of it. */
export const ProcessedEventEntity = new Entity({
  name: "processedEvent",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partOf("U"),
    event: sortedBy("T"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
