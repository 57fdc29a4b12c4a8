import { Button, chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import type { Pages } from "#web/api/use-read.ts";

interface LoadMoreProps {
  readonly pages: Pages<unknown>;
  /** Name of the items, in the plural. */
  readonly noun?: string;
}

/** How far below the viewport the next page is requested, so that it has loaded before anyone scrolls to it. */
const ROOT_MARGIN = "1200px 0px";

/** True at the end of a list, but not past it: after a jump to the footer, the next page would push the footer away. */
const isScrolledTo = ({ isIntersecting, boundingClientRect }: IntersectionObserverEntry) =>
  isIntersecting && (window.scrollY === 0 || boundingClientRect.top > window.innerHeight);

/** Loads the next page on scrolling; a button does the same after a jump and for keyboards, and retries after a failure. */
export function LoadMore({ pages, noun = "pictures" }: LoadMoreProps) {
  const { items, error, isLoadingMore, loadMore, reload } = pages;
  const hasMore = pages.hasMore || error !== undefined;
  const onMore = error ? reload : loadMore;
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  const isWatching = hasMore && !isLoadingMore && !error;
  useEffect(() => {
    const target = end.current;
    if (!target || !isWatching) return;
    const observer = new IntersectionObserver((entries) => entries.some(isScrolledTo) && more.current(), {
      rootMargin: ROOT_MARGIN,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [isWatching]);
  return (
    <chakra.div ref={end} marginTop="12" display="flex" flexDirection="column" alignItems="center" gap="3">
      {error && <chakra.p color="fg.muted">The next {noun} didn't come through.</chakra.p>}
      {hasMore && (
        <Button
          variant="outline"
          colorPalette="neutral"
          aria-disabled={isLoadingMore}
          onClick={() => !isLoadingMore && onMore()}
        >
          {isLoadingMore ? "Loading…" : error ? "Try again" : "Show more"}
        </Button>
      )}
      <chakra.span srOnly role="status">
        {isLoadingMore ? "Loading more" : `${items.length} shown${hasMore ? "" : ", that's all"}`}
      </chakra.span>
    </chakra.div>
  );
}
