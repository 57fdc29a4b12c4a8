import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { conditionHeld } from "../table/condition-held.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { MediaEntity } from "./media.entity.ts";

/**
 * Whether the caller is to have an upload's previews for holders of a licence made: one at a time, or everyone who asks
 * would start a function that takes gigabytes.
 */
export const claimLicensing = (table: OpenTable, mediaId: string, now: Date) =>
  conditionHeld(
    table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, licensingUntil: epochSeconds(now) + LIFETIMES.licensingClaim })
        .options({
          condition: {
            and: [
              { attr: "status", eq: "ready" },
              {
                or: [
                  { attr: "licensingUntil", exists: false },
                  { attr: "licensingUntil", lte: epochSeconds(now) },
                ],
              },
            ],
          },
        }),
    ),
  );
