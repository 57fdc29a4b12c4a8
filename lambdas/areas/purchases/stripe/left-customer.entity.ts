import { Entity } from "dynamodb-toolbox/entity";
import { item, string } from "dynamodb-toolbox/schema";
import { sortKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

const LEFT_CUSTOMERS = "LEFT_CUSTOMERS";

/** A closed account's Stripe customer: written when the account is closed, deleted once Stripe has deleted the customer. */
export const LeftCustomerEntity = new Entity({
  name: "leftCustomer",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    pk: string().key().const(LEFT_CUSTOMERS).hidden(),
    customerId: sortKey("CUSTOMER"),
  }),
});
