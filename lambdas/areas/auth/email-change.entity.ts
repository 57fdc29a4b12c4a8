import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * An account's latest change of e-mail that waits for its link. Only the token's digest is stored, so that the table reveals
 * no usable links.
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
    /** The account's `notBefore` when the password was verified; ending sessions later voids the link. */
    notBefore: number().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
