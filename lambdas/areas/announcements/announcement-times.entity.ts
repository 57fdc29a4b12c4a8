import { Entity } from "dynamodb-toolbox/entity";
import { item, list, map, number } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** When an artist's announcements of the last seven days and the scheduled ones go out; one item, so that their bound is exact. */
export const AnnouncementTimesEntity = new Entity({
  name: "announcementTimes",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artistId: partitionKey("USER"),
    sk: constantSortKey("ANNOUNCEMENT_TIMES"),
    /** In epoch seconds. */
    times: list(map({ announcementId: uuid(), at: number() })),
    /** Number of changes, for optimistic locking. */
    revision: number(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
