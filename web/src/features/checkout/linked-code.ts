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

/** An artist, or one of their artworks. */
type Subject = string;

const storageName = (subject: Subject) => `code ${subject}`;

/** A browser that stores nothing forgets the code with the page. */
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
 * The discount code of a link to an artist's page, kept for the tab, so that it comes along to their artworks, or of a link to
 * an artwork, which says nothing about others. Null while the page hydrates, because the edge has one copy of it for all codes.
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
