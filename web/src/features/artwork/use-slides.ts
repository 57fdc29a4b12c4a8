import { useEffect, useMemo, useState } from "react";
import { listUserArtwork } from "#shared/contract/users.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { browsedAround } from "./browsed-list.ts";
import type { Slide } from "./slide.ts";

/** Remaining slides at which the artist's next pictures are loaded. */
const PREFETCH_THRESHOLD = 2;

/**
 * Slides around a first one: the list that it was opened from, else its artist's pictures. The first one is used as given,
 * because licence holders see it without a watermark.
 */
export function useSlides(first: Slide) {
  const [shownId, setShownId] = useState(first.artworkId);
  const browsed = useMemo(() => browsedAround(first.artworkId), [first.artworkId]);
  const username = first.owner.name;
  const { items, hasMore, loadMore } = useReadPages(
    listUserArtwork,
    browsed || !username ? null : { params: { username } },
  );
  const slides = useMemo(() => {
    const list: readonly Slide[] = browsed ?? items;
    const isIn = list.some(({ artworkId }) => artworkId === first.artworkId);
    return isIn ? list.map((one) => (one.artworkId === first.artworkId ? first : one)) : [first, ...list];
  }, [browsed, items, first]);
  const index = Math.max(
    0,
    slides.findIndex(({ artworkId }) => artworkId === shownId),
  );

  const isNearEnd = hasMore && index >= slides.length - PREFETCH_THRESHOLD;
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);

  return {
    /** Loaded slides; the artist may have more. */
    slides,
    slide: slides[index] ?? first,
    index,
    previous: slides[index - 1],
    next: slides[index + 1],
    show: (at: number) => setShownId(slides[at]?.artworkId ?? first.artworkId),
  };
}
