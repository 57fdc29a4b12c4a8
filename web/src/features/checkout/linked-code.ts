import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { isSellersCode } from "#shared/rules/discount-code.ts";
import { useFeatures } from "#web/session/features.ts";
import { useIsHydrated } from "#web/ui/use-is-hydrated.ts";

/** The discount code in a URL; null if missing or malformed. */
export function toLinkedCode(search: URLSearchParams): string | null {
  const code = search.get("code")?.trim() ?? "";
  return isSellersCode(code) ? code : null;
}

/** Key of an artist or one of their artworks. */
type Subject = string;

const storageName = (subject: Subject) => `code ${subject}`;

/** Without storage the code lasts as long as the page. */
function store(subject: Subject, code: string) {
  try {
    sessionStorage.setItem(storageName(subject), code);
  } catch {}
}

function findStored(subject: Subject): string | null {
  try {
    return sessionStorage.getItem(storageName(subject));
  } catch {
    return null;
  }
}

/**
 * The discount code of a link, stored for the tab: one for an artist's page applies to all their artworks, one for an artwork
 * to that alone. Null during hydration, because the cached page is the same for all codes.
 */
export function useLinkedCode(artist: string | null, artworkId: string | null = null): string | null {
  const [search] = useSearchParams();
  const { payments, discounts } = useFeatures();
  const isHydrated = useIsHydrated();
  const linked = toLinkedCode(search);
  const subject = artworkId ?? artist;
  useEffect(() => {
    if (subject && linked) store(subject, linked);
  }, [subject, linked]);
  if (!isHydrated || !artist || !payments || !discounts) return null;
  return linked ?? (artworkId && findStored(artworkId)) ?? findStored(artist);
}
