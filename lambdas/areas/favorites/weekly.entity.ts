import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { CARD } from "../../platform/table/indexes.ts";
import { compactId, constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** How many of an artwork's favourites are from one day; those that were taken back don't count. */
export const FavoriteDayEntity = new Entity({
  name: "favoriteDay",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("A"),
    /** Days since 1970, UTC. */
    day: sortKey("W"),
    count: number().savedAs("c"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/** The place of an artwork that visitors see in the weekly list; gone with the last of its days. */
export const WeeklyRankEntity = new Entity({
  name: "weeklyRank",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("A"),
    sk: constantSortKey("W"),
    list: string().savedAs("p"),
    rank: string().savedAs("ps"),
    /** In the index with it, so that one artist's works don't fill the list; absent in older ones. */
    ownerId: compactId().optional().savedAs(CARD.ownerId),
    expires: number().savedAs("ttl"),
  }),
});

/** The weekly list in the index `ranked`; its shards are partitions. */
export const WEEKLY_LIST = "W";
