import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A user's favourite; once removed it stays for a while, for cursors. The key allows one for each user and artwork.
 */
export const FavoriteEntity = new Entity({
  name: "favorite",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    artworkId: sortKey("FAVORITE"),
    /** The list's partition in the index; absent once removed. */
    list: string().optional().savedAs("rankedPk"),
    /** Its sort key there, a UUIDv7 of its creation; cursors resolve to it for a while after removal. */
    favoriteId: string().savedAs("rankedSk"),
    /**
     * Day, since 1970, on which it counts as popularity; `NO_DAY` for none. Missing on older items, which count on their
     * creation day.
     */
    day: number().optional(),
    expires: number().optional().savedAs("ttl"),
  }),
});

/** The day of favourites that don't count as popularity. */
export const NO_DAY = 0;

/** The partition of a user's favourites in the index `ranked`. */
export const favoritesPartition = (userId: string) => `FAVORITES#${userId}`;
