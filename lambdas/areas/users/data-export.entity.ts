import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A person's archive of their own data, the latest that they asked for; its key makes it one. */
export const DataExportEntity = new Entity({
  name: "dataExport",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("U"),
    sk: constantSortKey("DX"),
    exportId: string().savedAs("id"),
    status: string().enum("preparing", "ready", "failed").savedAs("st"),
    /** Epoch seconds. */
    requested: number().savedAs("rq"),
    /** How many of the archive's pictures are in it. */
    done: number().savedAs("dn").default(0),
    pictures: number().savedAs("pc").default(0),
    /** How many pictures didn't fit into it. */
    leftOut: number().savedAs("lo").default(0),
    bytes: number().savedAs("by").default(0),
    /** Epoch seconds; the archive goes with its item. */
    expires: number().savedAs("ttl"),
  }),
});
