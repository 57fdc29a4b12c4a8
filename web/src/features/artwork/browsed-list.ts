import type { Slide } from "./slide.ts";

/** Where the tab keeps the list that its visitor opened an artwork from. */
export const BROWSED_STORAGE_KEY = "browsed";

/** So many before and after the opened one are kept: a tab may store little. */
const KEPT_EACH_WAY = 30;

const toSlide = ({ artworkId, artworkTitle, owner, previews, placeholder, width, height, mature }: Slide): Slide => ({
  artworkId,
  artworkTitle,
  owner: { name: owner.name, fullName: owner.fullName },
  previews,
  placeholder,
  width,
  height,
  mature,
});

/** Keeps the part of a list around the artwork that is opened from it, for previous and next. */
export function rememberList(list: readonly Slide[], artworkId: string) {
  const at = list.findIndex((one) => one.artworkId === artworkId);
  if (at < 0) return;
  const near = list.slice(Math.max(0, at - KEPT_EACH_WAY), at + KEPT_EACH_WAY + 1);
  try {
    sessionStorage.setItem(BROWSED_STORAGE_KEY, JSON.stringify(near.map(toSlide)));
  } catch {
    // Without storage, or where it is full, the artist's other pictures follow.
  }
}

/** The list that this artwork was opened from, in this tab; `undefined` if there is none. */
export function browsedAround(artworkId: string): readonly Slide[] | undefined {
  try {
    const list = JSON.parse(sessionStorage.getItem(BROWSED_STORAGE_KEY) ?? "[]") as readonly Slide[];
    return list.some((one) => one.artworkId === artworkId) ? list : undefined;
  } catch {
    return undefined;
  }
}
