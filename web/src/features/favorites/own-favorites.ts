import type { SessionUser } from "#shared/model/account.ts";

type FavoriteList = SessionUser["favorites"];

/** artworkId → true for everything the user favours. */
export type Favorites = Readonly<Record<string, true>>;

const NONE: FavoriteList = [];

/** Every heart of a page asks, so each list is gone through once. */
const maps = new WeakMap<FavoriteList, Favorites>();

const asMap = (list: FavoriteList): Favorites => Object.fromEntries(list.map(({ artworkId }) => [artworkId, true]));

/** What the session's user favours; a visitor favours nothing. */
export function favoritesOf(user: SessionUser | null): Favorites {
  const list = user?.favorites ?? NONE;
  const map = maps.get(list) ?? asMap(list);
  maps.set(list, map);
  return map;
}
