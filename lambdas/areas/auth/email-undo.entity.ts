import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * The right of a former e-mail address to undo a change of e-mail. Its key is the digest of the token that was mailed to that
 * address.
 */
export const EmailUndoEntity = new Entity({
  name: "emailUndo",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("EMAIL_UNDO"),
    sk: constantSortKey("EMAIL_UNDO"),
    userId: string(),
    /** The former e-mail address. */
    email: string(),
    /** Epoch seconds. */
    changed: number(),
    expires: number().savedAs("ttl"),
  }),
});
