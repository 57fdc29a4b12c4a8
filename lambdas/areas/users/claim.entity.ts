import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * An account's claim of a username, its look-alikes or an e-mail address, ignoring case. An unverified account's claim of a
 * name expires, so that names aren't blocked; an e-mail address is claimed by opening a link that was mailed there. `LOOK`
 * claims the skeleton that look-alikes of a verified name share, so that nobody can imitate it.
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
