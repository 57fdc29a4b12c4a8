import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** An account that signed up with an e-mail address and waits for its link. It gives no right to the address. */
export const SignupEntity = new Entity({
  name: "signup",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    email: string().key(),
    userId: string().key(),
    /** Path and query of the page that the sign-up came from. */
    returnTo: string().optional(),
    /** Epoch seconds at which its link expires. */
    until: number().savedAs("ttl"),
  }),
  computeKey: ({ email, userId }) => ({ pk: `SIGNUP#${email.toLowerCase()}`, sk: `USER#${userId}` }),
});
