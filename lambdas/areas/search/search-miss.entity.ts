import { Entity } from "dynamodb-toolbox/entity";
import { item, number, set } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** Words that found nothing on a day, with the number of visitors who searched for them. */
export const SearchMissEntity = new Entity({
  name: "searchMiss",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    /** YYYY-MM-DD. */
    day: partitionKey("SEARCH_MISSES"),
    /** As the search reads them. */
    words: sortKey("WORDS"),
    /** One of a few buckets for each visitor: enough to tell visitors apart, too little to recognize one. */
    buckets: set(number()),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
