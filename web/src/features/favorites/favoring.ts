import type { ArtworkId } from "#shared/model/ids.ts";

interface FavoringNeeds {
  /** Who is signed in; null for a visitor. */
  readonly who: () => string | null;
  readonly has: (artworkId: ArtworkId) => boolean;
  /** Shows it on the page. */
  readonly show: (artworkId: ArtworkId, on: boolean) => void;
  /** Tells the API; rejects when it refused or couldn't be reached, having said so itself. */
  readonly tell: (artworkId: ArtworkId, on: boolean) => Promise<unknown>;
}

/** Told of every change that is shown: 1 for one favourite more, -1 for one less. */
type Count = (artworkId: ArtworkId, by: 1 | -1) => void;

/**
 * Shows a favourite at once and tells the API afterwards, one call at a time for each artwork: however often and
 * quickly it is pressed, what was wanted last is what the API hears last. What the API doesn't take is put back.
 */
export function createFavoring({ who, has, show, tell }: FavoringNeeds) {
  /** What is wanted of artwork about which a call is under way. */
  const wanted = new Map<string, boolean>();

  function change(artworkId: ArtworkId, on: boolean, count: Count) {
    show(artworkId, on);
    count(artworkId, on ? 1 : -1);
  }

  return {
    /** True once the API holds something else than before. */
    async toggle(artworkId: ArtworkId, count: Count): Promise<boolean> {
      const user = who();
      const key = `${user} ${artworkId}`;
      const before = has(artworkId);
      const isUnderWay = wanted.has(key);
      change(artworkId, !before, count);
      wanted.set(key, !before);
      if (isUnderWay) return false;
      let told = before;
      try {
        for (let next = wanted.get(key); next !== undefined && next !== told; next = wanted.get(key)) {
          await tell(artworkId, next);
          told = next;
          if (who() !== user) break;
          // A session that was refreshed meanwhile came with what the API held before.
          show(artworkId, wanted.get(key) ?? next);
        }
      } catch {
        if (who() === user && wanted.get(key) !== told) change(artworkId, told, count);
      } finally {
        wanted.delete(key);
      }
      return told !== before;
    },
  };
}
