import { useCallback, useSyncExternalStore } from "react";
import { useSWRConfig } from "swr";
import { addFavorite, listFavorites, removeFavorite } from "#shared/contract/favorites.ts";
import { readUser } from "#shared/contract/users.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { changes } from "#web/api/changes.ts";
import { cacheKeyOf } from "#web/api/read-cache.ts";
import { send } from "#web/api/send.ts";
import { createToggles } from "#web/api/toggles.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { session } from "#web/session/browser-session.ts";
import { favoriteEffect, favoritesById } from "./session-favorites.ts";

const LOGIN_PROMPT = "Log in to keep your favorites";

const has = (artworkId: ArtworkId) => favoritesById(session.state().user)[artworkId] === true;

/** Shared by the whole tab, because an artwork can have several hearts. */
const toggles = createToggles(changes);

const write = (artworkId: ArtworkId, on: boolean) =>
  send(
    on ? addFavorite : removeFavorite,
    { params: { artworkId } },
    { otherwise: on ? "The favorite wasn't saved" : "The favorite wasn't removed" },
  );

/**
 * Invalidates the user's own list of favourites without refetching one that is on screen, so that a favourite removed
 * by mistake is still there to be added again.
 */
function useFavoritesChanged() {
  const { cache, mutate } = useSWRConfig();
  const invalidate = useInvalidate();
  return useCallback(async () => {
    const username = session.state().user?.name;
    if (!username) return;
    const list = cacheKeyOf(listFavorites, { params: { username } });
    const pages = [...cache.keys()].filter((key) => key.split("?")[0] === list);
    await Promise.all([
      ...pages.map((key) => mutate(key, undefined, { revalidate: false })),
      invalidate(readUser, { username }),
    ]);
  }, [cache, mutate, invalidate]);
}

/** Whether the signed-in user favours an artwork, and the way to change it; visitors are asked to log in first. */
export function useFavorite(artworkId: ArtworkId) {
  const isFavorite = useSyncExternalStore(
    session.subscribe,
    () => has(artworkId),
    () => false,
  );
  const changed = useFavoritesChanged();

  async function toggle() {
    const wasVisitor = session.state().status === "unauthenticated";
    if (!(await askToLogIn(LOGIN_PROMPT))) return;
    const { user } = session.state();
    // A visitor presses to add; whoever they turn out to be may have it already.
    if (wasVisitor && has(artworkId)) return;
    const on = !has(artworkId);
    const effect = favoriteEffect(artworkId, on);
    if (await toggles.set(`${user?.id} ${artworkId}`, on, effect, () => write(artworkId, on))) await changed();
  }

  return { isFavorite, toggle };
}
