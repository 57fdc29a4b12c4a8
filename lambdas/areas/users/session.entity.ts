import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A session that was logged out, kept for the lifetime of its tokens. */
export const EndedSessionEntity = new Entity({
  name: "endedSession",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    sessionId: partitionKey("ENDED_SESSION"),
    sk: constantSortKey("ENDED_SESSION"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
