import { Entity } from "dynamodb-toolbox/entity";
import { item, list, map, number, record, string } from "dynamodb-toolbox/schema";
import { uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

const KEY = "CURATED";

/**
 * The artworks that operators chose for the home page, in their order, and as covers of its categories. One item, so that
 * every change is one conditional write.
 */
export const CuratedEntity = new Entity({
  name: "curated",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    pk: string().key().const(KEY).hidden(),
    sk: string().key().const(KEY).hidden(),
    /** In the operators' order. */
    artworkIds: list(uuid()),
    /** First and last UTC day (YYYY-MM-DD), by artwork; an artwork without them is always due. */
    days: record(string(), map({ from: string().optional(), until: string().optional() })).optional(),
    /** The artwork that operators chose for a category, by its tag. */
    covers: record(string(), uuid()).optional(),
    /** Incremented by every change, for optimistic locking. */
    revision: number(),
  }),
});
