import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A recent message to the operators, so that the same one isn't mailed twice. The key is a digest of sender and text,
 * so the item holds neither.
 */
export const MessageEntity = new Entity({
  name: "message",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("SUPPORT_MESSAGE"),
    sk: constantSortKey("SUPPORT_MESSAGE"),
    /** The ticket number sent to the sender. */
    number: string(),
    /** True once the operators' mail was sent. */
    sent: boolean().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
