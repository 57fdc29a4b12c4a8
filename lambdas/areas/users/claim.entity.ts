import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * The key is the rule: a username or an e-mail belongs to one account, whatever its case. An unverified account's claim
 * of a name expires, so that nobody sits on one; an e-mail is claimed by opening a link that was mailed there. `LOOK` is
 * what a verified name looks like, so that nobody takes one that passes for it.
 */
export const ClaimEntity = new Entity({
  name: "claim",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    kind: string().enum("NAME", "LOOK", "EMAIL").key(),
    value: string().key(),
    userId: string(),
    /** Epoch seconds after which it may be taken over; absent once the account is verified. */
    until: number().optional().savedAs("ttl"),
  }),
  computeKey: ({ kind, value }) => ({ pk: `${kind}#${value.toLowerCase()}`, sk: "CLAIM" }),
});
