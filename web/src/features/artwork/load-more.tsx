import { Button, chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";

interface LoadMoreProps {
  readonly count: number;
  /** What the list is made of, in the plural. */
  readonly noun?: string;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** How far below the screen the next page is asked for, so that it is there before anyone scrolls to it. */
const AHEAD = "1200px 0px";

/** Loads on while scrolling; the button does the same for whoever doesn't scroll, and is the way back after a failure. */
export function LoadMore({ count, noun = "pictures", hasMore, isLoading, hasFailed, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  const isWatching = hasMore && !isLoading && !hasFailed;
  useEffect(() => {
    const target = end.current;
    if (!target || !isWatching) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current(),
      {
        rootMargin: AHEAD,
      },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [isWatching]);
  return (
    <chakra.div ref={end} marginTop="12" display="flex" flexDirection="column" alignItems="center" gap="3">
      {hasFailed && <chakra.p color="fg.muted">The next {noun} didn't come through.</chakra.p>}
      {hasMore && (
        <Button
          variant="outline"
          colorPalette="neutral"
          aria-disabled={isLoading}
          onClick={() => !isLoading && onMore()}
        >
          {isLoading ? "Loading…" : hasFailed ? "Try again" : "Show more"}
        </Button>
      )}
      <chakra.span srOnly role="status">
        {isLoading ? "Loading more" : `${count} shown${hasMore ? "" : ", that is all"}`}
      </chakra.span>
    </chakra.div>
  );
}
