import type { Effect } from "#web/api/changes.ts";
import { SESSION_PATH } from "#web/session/session-state.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isOf = (value: unknown, artworkId: string): value is { artworkId: string; favorites: number } =>
  isRecord(value) && value.artworkId === artworkId && typeof value.favorites === "number";

const counted = <T extends { favorites: number }>(artwork: T, on: boolean): T => ({
  ...artwork,
  favorites: Math.max(0, artwork.favorites + (on ? 1 : -1)),
});

/** An answer of the API with an artwork's favourites counted anew; any other answer as it is. */
function withCount(data: Record<string, unknown>, artworkId: string, on: boolean): unknown {
  if (isOf(data.artwork, artworkId)) {
    // Says itself whether it was read after the write.
    return data.favorited === on ? data : { ...data, favorited: on, artwork: counted(data.artwork, on) };
  }
  const { items } = data;
  if (!Array.isArray(items) || !items.some((item) => isOf(item, artworkId))) return data;
  return { ...data, items: items.map((item: unknown) => (isOf(item, artworkId) ? counted(item, on) : item)) };
}

/** What a favourite changes: the session's list, and the count wherever the artwork stands. */
export const favoriteEffect =
  (artworkId: string, on: boolean): Effect =>
  (data, path) => {
    if (!isRecord(data)) return data;
    if (path !== SESSION_PATH) return withCount(data, artworkId, on);
    const favorites = (data.favorites as readonly { readonly artworkId: string }[]) ?? [];
    const others = favorites.filter((one) => one.artworkId !== artworkId);
    return { ...data, favorites: on ? [...others, { artworkId }] : others };
  };
