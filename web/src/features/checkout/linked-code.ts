import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { isSellersCode } from "#shared/rules/discount-code.ts";
import { useFeatures } from "#web/session/features.ts";
import { useIsHydrated } from "#web/ui/use-is-hydrated.ts";

/** The discount code in an address; null without one, and where nobody can have made it. */
export function toLinkedCode(search: URLSearchParams): string | null {
  const code = search.get("code")?.trim() ?? "";
  return isSellersCode(code) ? code : null;
}

const storageName = (artist: string) => `code ${artist}`;

/** A browser that stores nothing forgets the code with the page. */
function store(artist: string, code: string) {
  try {
    sessionStorage.setItem(storageName(artist), code);
  } catch {}
}

function findStored(artist: string): string | null {
  try {
    return sessionStorage.getItem(storageName(artist));
  } catch {
    return null;
  }
}

/**
 * The discount code of a link to an artist's page or to one of their artworks, kept for the tab, so that it comes along from
 * the one to the other. Null while the page hydrates, because the edge has one copy of it for all codes.
 */
export function useLinkedCode(artist: string | null): string | null {
  const [search] = useSearchParams();
  const { payments, discounts } = useFeatures();
  const isHydrated = useIsHydrated();
  const linked = toLinkedCode(search);
  useEffect(() => {
    if (artist && linked) store(artist, linked);
  }, [artist, linked]);
  if (!isHydrated || !artist || !payments || !discounts) return null;
  return linked ?? findStored(artist);
}
