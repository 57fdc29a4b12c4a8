import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** An archive of a person's data, the latest one they requested. */
export const DataExportEntity = new Entity({
  name: "dataExport",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    sk: constantSortKey("DATA_EXPORT"),
    exportId: string(),
    /** Why operators started it, as sent to its owner; absent if they did themselves. */
    reason: string().optional(),
    status: string().enum("preparing", "ready", "failed"),
    /** Epoch seconds. */
    requested: number(),
    /** Number of pictures included so far. */
    done: number().default(0),
    pictures: number().default(0),
    /** Number of pictures that didn't fit. */
    leftOut: number().default(0),
    bytes: number().default(0),
    /** Epoch seconds; the archive is deleted with its item. */
    expires: number().savedAs("ttl"),
  }),
});
