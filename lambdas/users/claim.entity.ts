import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/**
 * The key is the rule: a username or an e-mail belongs to one account, whatever its case.
 * A claim of an unverified account runs out, so that nobody sits on a name or on someone else's address.
 */
export const ClaimEntity = new Entity({
  name: "claim",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    kind: string().enum("NAME", "EMAIL").key(),
    value: string().key(),
    userId: string().savedAs("u"),
    /** Epoch seconds after which it may be taken over; absent once verified. */
    until: number().optional().savedAs("ttl"),
  }),
  computeKey: ({ kind, value }) => ({ pk: `${kind}#${value.toLowerCase()}`, sk: "CLAIM" }),
});
