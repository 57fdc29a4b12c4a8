import type { SessionUser } from "#shared/model/account.ts";
import type { Effect } from "#web/api/changes.ts";
import { SESSION_PATH } from "#web/session/session-state.ts";

type FavoriteList = SessionUser["favorites"];

/** Maps the id of each favourite to true. */
type Favorites = Readonly<Record<string, true>>;

const NONE: FavoriteList = [];

/** Caches each list's map, because every heart of a page reads it. */
const maps = new WeakMap<FavoriteList, Favorites>();

const asMap = (list: FavoriteList): Favorites => Object.fromEntries(list.map(({ artworkId }) => [artworkId, true]));

/** The favourites of the session's user; a visitor has none. */
export function favoritesById(user: SessionUser | null): Favorites {
  const list = user?.favorites ?? NONE;
  const map = maps.get(list) ?? asMap(list);
  maps.set(list, map);
  return map;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isOf = (value: unknown, artworkId: string): value is { artworkId: string; favorites: number } =>
  isRecord(value) && value.artworkId === artworkId && typeof value.favorites === "number";

const counted = <T extends { favorites: number }>(artwork: T, on: boolean): T => ({
  ...artwork,
  favorites: Math.max(0, artwork.favorites + (on ? 1 : -1)),
});

/** An API response with the artwork's favourite count changed; any other response unchanged. */
function withCount(data: Record<string, unknown>, artworkId: string, on: boolean): unknown {
  if (isOf(data.artwork, artworkId)) {
    // The response says whether it was read after the write.
    return data.favorited === on ? data : { ...data, favorited: on, artwork: counted(data.artwork, on) };
  }
  const { items } = data;
  if (!Array.isArray(items) || !items.some((item) => isOf(item, artworkId))) return data;
  return { ...data, items: items.map((item: unknown) => (isOf(item, artworkId) ? counted(item, on) : item)) };
}

/** Changes the session's list, and the count in every cached response with the artwork. */
export const favoriteEffect =
  (artworkId: string, on: boolean): Effect =>
  (data, path) => {
    if (!isRecord(data)) return data;
    if (path !== SESSION_PATH) return withCount(data, artworkId, on);
    const favorites = (data.favorites as readonly { readonly artworkId: string }[]) ?? [];
    const others = favorites.filter((one) => one.artworkId !== artworkId);
    return { ...data, favorites: on ? [...others, { artworkId }] : others };
  };
