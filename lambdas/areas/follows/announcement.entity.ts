import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** How many works of an artist were announced to followers on a UTC day. */
export const AnnouncementQuotaEntity = new Entity({
  name: "announcementQuota",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artistId: partitionKey("USER"),
    /** Number of days since 1970. */
    day: sortKey("ANNOUNCEMENT_QUOTA"),
    used: number(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/**
 * How far an artwork's announcement to followers has come. The key is the rule: it is announced once, however often it
 * is hidden on the way.
 */
export const AnnouncementEntity = new Entity({
  name: "announcement",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    sk: constantSortKey("ANNOUNCEMENT"),
    /** The last follower of the pages before; absent before the first one and after the last. */
    cursor: string().optional(),
    isOver: boolean().default(false),
  }),
});
