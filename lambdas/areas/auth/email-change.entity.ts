import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A change of e-mail that waits for its link, the latest of its account. Only the token's digest is stored, so that
 * reading the table opens nothing.
 */
export const EmailChangeEntity = new Entity({
  name: "emailChange",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    sk: constantSortKey("EMAIL_CHANGE"),
    tokenHash: string(),
    email: string(),
    /** The account's value when the password was verified; the link is void once sessions were ended. */
    notBefore: number().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
