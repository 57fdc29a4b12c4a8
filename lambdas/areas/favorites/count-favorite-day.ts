import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { createdOf } from "../../platform/runtime/time.ts";
import type { FavoriteItem } from "./find-favorites.ts";
import { FavoriteDayEntity } from "./weekly.entity.ts";
import { COUNTED_DAYS, dayOf, expiryOf } from "./weekly-score.ts";

/** True while favourites of this day count for the weekly list. */
const isCounted = (day: number, now: Date) => day >= dayOf(now) - COUNTED_DAYS;

/** The day on which a favourite counts for the weekly list, whether or not it was taken back since; none where it is too old. */
export function countedDayOf(favorite: FavoriteItem | undefined, now: Date): number | undefined {
  const day = favorite && (favorite.day ?? dayOf(createdOf(favorite.favoriteId)));
  return day !== undefined && isCounted(day, now) ? day : undefined;
}

/**
 * Counts a favourite on its day, or takes it back there, within the transaction that adds or removes it: so it counts
 * once, however often the call is repeated.
 */
export const countFavoriteDay = (artworkId: string, day: number, by: 1 | -1) => ({
  write: FavoriteDayEntity.build(UpdateTransaction).item({
    artworkId,
    day: String(day),
    count: $add(by),
    expires: expiryOf(day),
  }),
});
