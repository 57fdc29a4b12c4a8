import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A follow of an artist; once ended it stays for a day, for cursors. The key allows one for each user and artist. */
export const FollowEntity = new Entity({
  name: "follow",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    artistId: sortKey("FOLLOW"),
    /** The partition of the user's list in the index `ranked`; absent once the follow ended. */
    list: string().optional().savedAs("rankedPk"),
    /** Its sort key there, a UUIDv7 of its creation; cursors resolve to it for a while after the follow ended. */
    followId: string().savedAs("rankedSk"),
    /** The partition of the artist's followers, in the index `byOwner`. */
    ofArtist: string().optional().savedAs("byOwnerPk"),
    /** The partition of followers with notifications on, in the index `shownByOwner`. */
    notified: string().optional().savedAs("shownByOwnerPk"),
    expires: number().optional().savedAs("ttl"),
  }),
});

/** Index partitions of a follow. */
export const followLists = {
  ofUser: (userId: string) => `FOLLOWED#${userId}`,
  ofArtist: (artistId: string) => `FOLLOWERS#${artistId}`,
  notified: (artistId: string) => `NOTIFIED_FOLLOWERS#${artistId}`,
};
