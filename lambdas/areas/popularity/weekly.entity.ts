import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** An artwork's popularity on one day, as a count; what was taken back doesn't count. */
export const PopularityDayEntity = new Entity({
  name: "popularityDay",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    /** Days since 1970, UTC. */
    day: sortKey("WEEKLY"),
    count: number(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/** The place of a visible artwork in the weekly list; gone with the last of its days. */
export const WeeklyRankEntity = new Entity({
  name: "weeklyRank",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    sk: constantSortKey("WEEKLY"),
    list: string().savedAs("rankedPk"),
    rank: string().savedAs("rankedSk"),
    /** Projected into the index, to limit works per artist; missing on older items. */
    ownerId: uuid().optional(),
    expires: number().savedAs("ttl"),
  }),
});

/** The weekly list in the index `ranked`; its shards are partitions. */
export const WEEKLY_LIST = "WEEKLY";
