import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { PopularityDayEntity } from "./weekly.entity.ts";
import { COUNTED_DAYS, getExpiry, toDayNumber } from "./weekly-score.ts";

/** True while this day counts for the weekly list. */
export const isCounted = (day: number, now: Date) => day >= toDayNumber(now) - COUNTED_DAYS;

/**
 * Counts a favourite for its artwork on a day, or takes it back; in the transaction that adds or removes it, so that repeats
 * don't count. Without a day nothing is counted.
 */
export const countPopularity = (artworkId: string, day: number | undefined, by: 1 | -1) =>
  day === undefined
    ? []
    : [
        {
          write: PopularityDayEntity.build(UpdateTransaction).item({
            artworkId,
            day: String(day),
            count: $add(by),
            expires: getExpiry(day),
          }),
        },
      ];
