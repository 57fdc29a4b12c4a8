import type { Slide } from "./slide.ts";

/** Session storage key of the list that an artwork was opened from. */
export const BROWSED_STORAGE_KEY = "browsed";

/** Items stored before and after the opened one, as session storage is small. */
const KEPT_EACH_WAY = 30;

const toSlide = ({
  artworkId,
  artworkTitle,
  artworkAlt,
  owner,
  previews,
  placeholder,
  width,
  height,
  mature,
}: Slide): Slide => ({
  artworkId,
  artworkTitle,
  artworkAlt,
  owner: { name: owner.name, fullName: owner.fullName },
  previews,
  placeholder,
  width,
  height,
  mature,
});

/** Stores the part of a list around the opened artwork, for previous and next. */
export function rememberList(list: readonly Slide[], artworkId: string) {
  const at = list.findIndex((one) => one.artworkId === artworkId);
  if (at < 0) return;
  const near = list.slice(Math.max(0, at - KEPT_EACH_WAY), at + KEPT_EACH_WAY + 1);
  try {
    sessionStorage.setItem(BROWSED_STORAGE_KEY, JSON.stringify(near.map(toSlide)));
  } catch {
    // Without storage, previous and next fall back to the artist's pictures.
  }
}

/** The list that this artwork was opened from in this tab, if any. */
export function browsedAround(artworkId: string): readonly Slide[] | undefined {
  try {
    const list = JSON.parse(sessionStorage.getItem(BROWSED_STORAGE_KEY) ?? "[]") as readonly Slide[];
    return list.some((one) => one.artworkId === artworkId) ? list : undefined;
  } catch {
    return undefined;
  }
}
