import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/**
 * One of an account's limited number of upload slots; the number of possible keys is the limit. A slot expires, so that a
 * crashed upload doesn't hold it for ever.
 */
export const UploadSlotEntity = new Entity({
  name: "uploadSlot",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    /** Kind and number of the slot: `open#7`. */
    slot: sortKey("UPLOAD_SLOT"),
    mediaId: string(),
    /** Epoch seconds. */
    until: number().savedAs("ttl"),
  }),
});

/** How many bytes of uploads an account announced on a day. */
export const UploadedBytesEntity = new Entity({
  name: "uploadedBytes",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    /** Days since 1970, in UTC. */
    day: sortKey("UPLOADED_BYTES"),
    bytes: number(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
