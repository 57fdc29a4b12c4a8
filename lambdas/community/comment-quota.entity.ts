import { Entity } from "dynamodb-toolbox/entity";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { item, number } from "dynamodb-toolbox/schema";
import { LIMITS } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { partOf, sortedBy } from "../table/item-key.ts";
import { MarketplaceTable } from "../table/marketplace-table.ts";

/** How many comments a person wrote in one stretch of time. */
const CommentQuotaEntity = new Entity({
  name: "commentQuota",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    userId: partOf("U"),
    /** Stretches since 1970. */
    window: sortedBy("Q"),
    used: number().savedAs("us"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/** Takes one of the comments that a person may write now; written with the comment, so that the count is honest. */
export function takeCommentQuota(userId: string, now: Date) {
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
    otherwise: "too_many_requests" as const,
  };
}
