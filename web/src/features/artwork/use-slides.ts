import { useEffect, useMemo, useState } from "react";
import { listUserArtwork } from "#shared/contract/users.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { browsedAround } from "./browsed-list.ts";
import type { Slide } from "./slide.ts";

/** More of the artist's pictures are asked for when so few are left. */
const FEW_LEFT = 2;

/**
 * The pictures to go through, beginning with one: those of the list that it was opened from, else what its artist shows.
 * The first one stands as it is given, because a licence's holder sees it without its watermark.
 */
export function useSlides(first: Slide) {
  const [shownId, setShownId] = useState(first.artworkId);
  const [direction, setDirection] = useState<1 | -1>(1);
  const browsed = useMemo(() => browsedAround(first.artworkId), [first.artworkId]);
  const username = first.owner.name;
  const { items, hasMore, loadMore } = useReadPages(
    listUserArtwork,
    browsed || !username ? null : { params: { username } },
  );
  const list: readonly Slide[] = browsed ?? items;
  const isIn = list.some(({ artworkId }) => artworkId === first.artworkId);
  const slides = isIn ? list.map((one) => (one.artworkId === first.artworkId ? first : one)) : [first, ...list];
  const index = Math.max(
    0,
    slides.findIndex(({ artworkId }) => artworkId === shownId),
  );

  const isNearEnd = hasMore && index >= slides.length - FEW_LEFT;
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);

  function go(by: 1 | -1) {
    const next = slides[index + by];
    if (!next) return;
    setDirection(by);
    setShownId(next.artworkId);
  }

  return {
    slide: slides[index] ?? first,
    index,
    /** How many are known; of an artist with many more there may be others. */
    count: slides.length,
    previous: slides[index - 1],
    next: slides[index + 1],
    /** The one that follows in the direction last taken. */
    neighbour: slides[index + direction],
    go,
  };
}
