import { Entity } from "dynamodb-toolbox/entity";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { item, number } from "dynamodb-toolbox/schema";
import { partOf, sortedBy } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/**
 * How many unrefunded orders of an artwork a buyer holds. Placing an order adds one and refunding it takes one away,
 * each in the order's own transaction.
 */
export const OrderHoldingEntity = new Entity({
  name: "orderHolding",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partOf("A"),
    buyerId: sortedBy("H"),
    orders: number().savedAs("or"),
  }),
});

/** Only who holds an unrefunded order may review. */
export const holdsOrder = (key: { artworkId: string; buyerId: string }) => ({
  write: OrderHoldingEntity.build(ConditionCheck).key(key).condition({ attr: "orders", gt: 0 }),
  otherwise: "review_needs_order" as const,
});
