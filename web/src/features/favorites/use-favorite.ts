import { useCallback, useSyncExternalStore } from "react";
import { useSWRConfig } from "swr";
import { addFavorite, listFavorites, removeFavorite } from "#shared/contract/favorites.ts";
import { readUser } from "#shared/contract/users.ts";
import type { SessionUser } from "#shared/model/account.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { changes, type Effect } from "#web/api/changes.ts";
import { buildCacheKey } from "#web/api/read-cache.ts";
import { send } from "#web/api/send.ts";
import { createToggles } from "#web/api/toggles.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { session } from "#web/session/browser-session.ts";
import { SESSION_PATH } from "#web/session/session-state.ts";

type FavoriteList = SessionUser["favorites"];

/** Maps the id of each favourite to true. */
type Favorites = Readonly<Record<string, true>>;

const NONE: FavoriteList = [];

/** Caches each list's map, because every heart of a page reads it. */
const maps = new WeakMap<FavoriteList, Favorites>();

const asMap = (list: FavoriteList): Favorites => Object.fromEntries(list.map(({ artworkId }) => [artworkId, true]));

/** The user's favourites; empty for visitors. */
export function favoritesById(user: SessionUser | null): Favorites {
  const list = user?.favorites ?? NONE;
  const map = maps.get(list) ?? asMap(list);
  maps.set(list, map);
  return map;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const matchesArtwork = (value: unknown, artworkId: string): value is { artworkId: string; favorites: number } =>
  isRecord(value) && value.artworkId === artworkId && typeof value.favorites === "number";

const adjustCount = <T extends { favorites: number }>(artwork: T, on: boolean): T => ({
  ...artwork,
  favorites: Math.max(0, artwork.favorites + (on ? 1 : -1)),
});

/** An API response with the artwork's favourite count changed; any other response unchanged. */
function withCount(data: Record<string, unknown>, artworkId: string, on: boolean): unknown {
  if (matchesArtwork(data.artwork, artworkId)) {
    // The response says whether it was read after the write.
    return data.favorited === on ? data : { ...data, favorited: on, artwork: adjustCount(data.artwork, on) };
  }
  const { items } = data;
  if (!Array.isArray(items) || !items.some((item) => matchesArtwork(item, artworkId))) return data;
  return {
    ...data,
    items: items.map((item: unknown) => (matchesArtwork(item, artworkId) ? adjustCount(item, on) : item)),
  };
}

/** Optimistic change of the user's list and of the count in all cached responses with the artwork. */
export const favoriteEffect =
  (artworkId: string, on: boolean): Effect =>
  (data, path) => {
    if (!isRecord(data)) return data;
    if (path !== SESSION_PATH) return withCount(data, artworkId, on);
    const favorites = (data.favorites as readonly { readonly artworkId: string }[]) ?? [];
    const others = favorites.filter((one) => one.artworkId !== artworkId);
    return { ...data, favorites: on ? [...others, { artworkId }] : others };
  };

const has = (artworkId: ArtworkId) => favoritesById(session.state().user)[artworkId] === true;

/** Shared by the tab, because an artwork can have several hearts. */
const toggles = createToggles(changes);

const write = (artworkId: ArtworkId, on: boolean) =>
  send(
    on ? addFavorite : removeFavorite,
    { params: { artworkId } },
    { errorMessage: on ? "The favorite wasn't saved" : "The favorite wasn't removed" },
  );

/**
 * Invalidates the user's list of favourites without refetching a shown one, so that a favourite removed by mistake can be
 * added again.
 */
function useFavoritesChanged() {
  const { cache, mutate } = useSWRConfig();
  const invalidate = useInvalidate();
  return useCallback(async () => {
    const username = session.state().user?.name;
    if (!username) return;
    const list = buildCacheKey(listFavorites, { params: { username } });
    const pages = [...cache.keys()].filter((key) => key.split("?")[0] === list);
    await Promise.all([
      ...pages.map((key) => mutate(key, undefined, { revalidate: false })),
      invalidate(readUser, { username }),
    ]);
  }, [cache, mutate, invalidate]);
}

/** The user's favourite state of an artwork and its toggle; visitors are asked to log in first. */
export function useFavorite(artworkId: ArtworkId) {
  const isFavorite = useSyncExternalStore(
    session.subscribe,
    () => has(artworkId),
    () => false,
  );
  const changed = useFavoritesChanged();

  async function toggle() {
    const wasVisitor = session.state().status === "unauthenticated";
    if (!(await askToLogIn("keep your favorites"))) return;
    const { user } = session.state();
    // A visitor meant to add it; after log-in it may be a favourite already.
    if (wasVisitor && has(artworkId)) return;
    const on = !has(artworkId);
    const effect = favoriteEffect(artworkId, on);
    if (await toggles.set(`${user?.id} ${artworkId}`, on, effect, () => write(artworkId, on))) await changed();
  }

  return { isFavorite, toggle };
}
