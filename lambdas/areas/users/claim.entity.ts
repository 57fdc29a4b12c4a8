import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * A claim that makes a username, its look-alikes or an e-mail one account's, whatever the case. An unverified account's
 * claim of a name expires, so that nobody sits on one; an e-mail is claimed by opening a link that was mailed there.
 * `LOOK` is the form that look-alikes of a verified name share, so that nobody takes one that passes for it.
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
