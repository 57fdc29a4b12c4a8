import { Entity } from "dynamodb-toolbox/entity";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { item, number, record, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

/**
 * A buyer's holding of an artwork: how many orders weren't refunded, and the licences in force. Placing an order adds
 * to both and refunding it removes from both, each in the order's own transaction; the key of a licence, `computeLicenseKey`,
 * keeps it from being sold twice.
 */
export const OrderHoldingEntity = new Entity({
  name: "orderHolding",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    buyerId: sortKey("HOLDING"),
    orders: number(),
    /** Order id by `computeLicenseKey`. */
    licenses: record(string(), string()).optional(),
    /** The order whose payment is open: until it ends, no other licence can be added. */
    pending: uuid().optional(),
    /** The artwork at whose intent that payment is, if it is for several works and not at this one's. */
    pendingAt: uuid().optional(),
    /** The version last bought, which the gallery shows. */
    versionId: uuid().optional(),
    /** The gallery's list; absent while no licence is in force. */
    list: string().optional().savedAs("rankedPk"),
    /** Its sort key there, the last order's id; it is kept for cursors. */
    place: string().optional().savedAs("rankedSk"),
  }),
});

/** The partition of a buyer's gallery in the index `ranked`. */
export const buildOwnershipPartition = (buyerId: string) => `GALLERY#${buyerId}`;

/** Condition for reviews that the buyer has an unrefunded order. */
export const buildOrderCondition = (key: { artworkId: string; buyerId: string }) => ({
  write: OrderHoldingEntity.build(ConditionCheck).key(key).condition({ attr: "orders", gt: 0 }),
  failure: "review_needs_order" as const,
});
