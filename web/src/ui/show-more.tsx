import { Button, chakra, Flex } from "@chakra-ui/react";
import type { Pages } from "#web/api/use-read.ts";

interface ShowMoreProps {
  readonly pages: Pages<unknown>;
  /** Plural name of the items. */
  readonly noun: string;
}

/** A button that loads the next page, also after a failure. */
export function ShowMore({ pages: { items, error, hasMore, isLoadingMore, loadMore, reload }, noun }: ShowMoreProps) {
  return (
    <>
      {(hasMore || error) && (
        <Flex mt="6" gap="4" align="center" wrap="wrap">
          {error && (
            <chakra.p color="fg.muted" role="alert">
              The {items.length ? "next " : ""}
              {noun} couldn't be loaded.
            </chakra.p>
          )}
          <Button
            variant="outline"
            colorPalette="neutral"
            size="sm"
            aria-disabled={isLoadingMore}
            onClick={() => !isLoadingMore && (error ? reload() : loadMore())}
          >
            {isLoadingMore ? "Loading…" : error ? "Try again" : `Show more ${noun}`}
          </Button>
        </Flex>
      )}
      <chakra.span srOnly role="status">
        {isLoadingMore ? `Loading more ${noun}` : ""}
      </chakra.span>
    </>
  );
}
