import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { FavoriteItem } from "./find-favorites.ts";
import { FavoriteDayEntity } from "./weekly.entity.ts";
import { COUNTED_DAYS, getExpiry, toDayNumber } from "./weekly-score.ts";

/** True while favourites of this day count for the weekly list. */
const isCounted = (day: number, now: Date) => day >= toDayNumber(now) - COUNTED_DAYS;

/** The day on which a favourite counts for the weekly list, even if it was removed; none if it is too old. */
export function findCountedDay(favorite: FavoriteItem | undefined, now: Date): number | undefined {
  const day = favorite && (favorite.day ?? toDayNumber(getCreatedAt(favorite.favoriteId)));
  return day !== undefined && isCounted(day, now) ? day : undefined;
}

/** Changes the day's count of an artwork's favourites, in the transaction that adds or removes one, so that repeats don't count. */
export const countFavoriteDay = (artworkId: string, day: number, by: 1 | -1) => ({
  write: FavoriteDayEntity.build(UpdateTransaction).item({
    artworkId,
    day: String(day),
    count: $add(by),
    expires: getExpiry(day),
  }),
});
