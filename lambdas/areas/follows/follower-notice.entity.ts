import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** How many works of an artist followers were notified of on a UTC day. */
export const FollowerNoticeQuotaEntity = new Entity({
  name: "followerNoticeQuota",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artistId: partitionKey("USER"),
    /** Number of days since 1970. */
    day: sortKey("FOLLOWER_NOTICE_QUOTA"),
    used: number(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/**
 * How far the notice of a new artwork to followers has come. The key is the rule: there is one, however often the artwork
 * is hidden on the way.
 */
export const FollowerNoticeEntity = new Entity({
  name: "followerNotice",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    sk: constantSortKey("FOLLOWER_NOTICE"),
    /** The last follower of the pages before; absent before the first one and after the last. */
    cursor: string().optional(),
    isOver: boolean().default(false),
  }),
});
