import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** The right of a former address to take a change of e-mail back. Its key is the digest of what was mailed there. */
export const EmailUndoEntity = new Entity({
  name: "emailUndo",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("EU"),
    sk: constantSortKey("EU"),
    userId: string().savedAs("u"),
    /** The former address. */
    email: string().savedAs("em"),
    /** Epoch seconds. */
    changed: number().savedAs("ch"),
    expires: number().savedAs("ttl"),
  }),
});
