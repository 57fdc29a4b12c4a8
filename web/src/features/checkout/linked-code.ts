import { useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router-dom";
import { isSellersCode } from "#shared/rules/discount-code.ts";
import { useFeatures } from "#web/session/features.ts";
import { useIsHydrated } from "#web/ui/use-is-hydrated.ts";

/** The discount code in a URL; null if missing or malformed. */
export function toLinkedCode(search: URLSearchParams): string | null {
  const code = search.get("code")?.trim() ?? "";
  return isSellersCode(code) ? code : null;
}

/** The code of a link to an artist, or to one of their artworks. */
export interface LinkedCode {
  readonly code: string;
  /** True for the page that the link leads to, which explains a code that doesn't fit; an artist's link leads to all works. */
  readonly isNamed: boolean;
}

const storageName = (artist: string) => `code ${artist}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Stores the code for the tab, followed by the artwork of its link; without storage it lasts as long as the page. */
function store(artist: string, code: string, artworkId: string | null) {
  try {
    sessionStorage.setItem(storageName(artist), artworkId ? `${code} ${artworkId}` : code);
  } catch {}
  for (const listener of listeners) listener();
}

function findStored(artist: string | null): string | null {
  try {
    return artist && sessionStorage.getItem(storageName(artist));
  } catch {
    return null;
  }
}

/** The code that this tab keeps for an artist's works; null during hydration, because cached pages are the same for all. */
export function useKeptCode(artist: string | null, artworkId: string | null = null): LinkedCode | null {
  const { payments, discounts } = useFeatures();
  const stored = useSyncExternalStore(
    subscribe,
    () => findStored(artist),
    () => null,
  );
  const [code, linkedId = null] = stored?.split(" ") ?? [];
  if (!code || !payments || !discounts) return null;
  return { code, isNamed: linkedId === null || linkedId === artworkId };
}

/** The code of the link to this page of an artist or artwork, or of an earlier link to the artist's works. */
export function useLinkedCode(artist: string | null, artworkId: string | null = null): LinkedCode | null {
  const [search] = useSearchParams();
  const { payments, discounts } = useFeatures();
  const isHydrated = useIsHydrated();
  const kept = useKeptCode(artist, artworkId);
  const linked = toLinkedCode(search);
  useEffect(() => {
    if (artist && linked) store(artist, linked, artworkId);
  }, [artist, artworkId, linked]);
  if (!isHydrated || !artist || !payments || !discounts) return null;
  return linked ? { code: linked, isNamed: true } : kept;
}
