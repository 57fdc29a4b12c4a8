import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * The key enforces that a username or e-mail belongs to one account, ignoring case. An unverified account's claim of a name
 * expires; an e-mail is claimed by opening a mailed link. `LOOK` claims a verified name's skeleton, so that nobody can
 * imitate it.
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
