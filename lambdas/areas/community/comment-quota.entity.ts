import { Entity } from "dynamodb-toolbox/entity";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { item, number } from "dynamodb-toolbox/schema";
import { LIMITS } from "#shared/limits.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** A person's number of comments within one time window. */
export const CommentQuotaEntity = new Entity({
  name: "commentQuota",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partitionKey("USER"),
    /** Number of windows since 1970. */
    window: sortKey("COMMENT_QUOTA"),
    used: number(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/** Counts a comment against the quota, exactly, because it is in the comment's transaction. */
export function consumeCommentQuota(userId: string, now: Date) {
  const { perWindow, window: length } = LIMITS.comment;
  const window = Math.floor(epochSeconds(now) / length);
  return {
    write: CommentQuotaEntity.build(UpdateTransaction)
      .item({ userId, window: String(window), used: $add(1), expires: (window + 2) * length })
      .options({
        condition: {
          or: [
            { attr: "used", exists: false },
            { attr: "used", lt: perWindow },
          ],
        },
      }),
    failure: "too_many_requests" as const,
  };
}
