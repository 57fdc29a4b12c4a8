import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { alone, partOf } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** A new address that waits for its link. Only the token's digest is stored, so that reading the table opens nothing. */
export const EmailChangeEntity = new Entity({
  name: "emailChange",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    tokenHash: partOf("EC"),
    sk: alone("EC"),
    userId: string().savedAs("u"),
    email: string().savedAs("em"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
