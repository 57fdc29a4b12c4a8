import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, number, string } from "dynamodb-toolbox/schema";
import { alone, partOf } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** What someone told the operators lately. The key is a digest of who said what, so the item holds neither. */
export const MessageEntity = new Entity({
  name: "message",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partOf("HELP"),
    sk: alone("HELP"),
    /** The number that the sender was told. */
    number: string().savedAs("nr"),
    /** Whether the operators' mail has gone out. */
    sent: boolean().optional().savedAs("sd"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
