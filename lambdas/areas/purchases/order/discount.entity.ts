import { Entity } from "dynamodb-toolbox/entity";
import { item, list, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, sortKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

/**
 * A percentage off a licence's price. The platform pays for an operator's code, a seller's lowers the price. It ends at
 * `until` and is never deleted, because orders refer to it.
 */
export const DiscountEntity = new Entity({
  name: "discount",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    discountId: partitionKey("DISCOUNT"),
    sk: constantSortKey("DISCOUNT"),
    /** The code as its owner wrote it. */
    code: string(),
    /** Percentage of the licence's price. */
    percent: number(),
    /** Epoch seconds; `from` is included, `until` isn't. */
    from: number(),
    until: number().optional(),
    /** Maximum uses in all, and per person. */
    total: number().optional(),
    perUser: number(),
    /** Number of uses, including open payments. */
    used: number().default(0),
    /** The seller who owns the code; absent from operators' codes. */
    sellerId: uuid().optional(),
    /** The seller's artworks that it applies to; all if absent. */
    artworkIds: list(uuid()).optional(),
    /** The partition of the seller's or the platform's codes in the index `byOwner`. */
    ofSeller: string().optional().savedAs("byOwnerPk"),
  }),
});

/** Owner of operators' codes. */
export const PLATFORM = "PLATFORM";

export const buildDiscountsPartition = (sellerId: string) => `DISCOUNTS#${sellerId}`;

/** The claim of a discount's code: it means one discount, however it is typed. */
export const DiscountCodeEntity = new Entity({
  name: "discountCode",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({ code: string().key(), discountId: uuid() }),
  computeKey: ({ code }) => ({ pk: `DISCOUNT_CODE#${code.normalize("NFKC").trim().toUpperCase()}`, sk: "CLAIM" }),
});

/** How often one person used a discount. */
export const DiscountUseEntity = new Entity({
  name: "discountUse",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({ discountId: partitionKey("DISCOUNT"), userId: sortKey("USER"), count: number() }),
});
