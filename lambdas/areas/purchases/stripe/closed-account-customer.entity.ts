import { Entity } from "dynamodb-toolbox/entity";
import { item, string } from "dynamodb-toolbox/schema";
import { sortKey } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

const CLOSED_ACCOUNT_CUSTOMERS = "LEFT_CUSTOMERS";

/** A closed account's customer at Stripe, until it is deleted there. */
export const ClosedAccountCustomerEntity = new Entity({
  name: "leftCustomer",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    pk: string().key().const(CLOSED_ACCOUNT_CUSTOMERS).hidden(),
    customerId: sortKey("CUSTOMER"),
  }),
});
