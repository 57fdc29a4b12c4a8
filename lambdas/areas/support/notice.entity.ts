import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A report of content, kept so that its sender can be informed of the decision. */
export const NoticeEntity = new Entity({
  name: "notice",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    noticeId: partitionKey("NOTICE"),
    sk: constantSortKey("NOTICE"),
    /** The URL of the reported content. */
    href: string(),
    email: string(),
    /** The reported conversation and the reporting account; absent for public content. */
    threadId: string().optional(),
    reporterId: string().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
