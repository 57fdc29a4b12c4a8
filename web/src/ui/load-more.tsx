import { Button, chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import type { Pages } from "#web/api/use-read.ts";

interface LoadMoreProps {
  readonly pages: Pages<unknown>;
  /** Plural name of the items. */
  readonly noun?: string;
}

/** Distance below the viewport at which the next page is requested, so that it is loaded before it is scrolled to. */
const ROOT_MARGIN = "1200px 0px";

/** False past the end of the list: after a jump to the footer, a loaded page would push it away. */
const isScrolledTo = ({ isIntersecting, boundingClientRect }: IntersectionObserverEntry) =>
  isIntersecting && (window.scrollY === 0 || boundingClientRect.top > window.innerHeight);

/** Loads the next page on scroll; a button does so after a jump, for keyboards, and after a failure. */
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
      {error && <chakra.p color="fg.muted">The next {noun} couldn't be loaded.</chakra.p>}
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
