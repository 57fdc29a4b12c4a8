import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { ArtworkCard as Card } from "#shared/model/artwork.ts";
import type { Pages } from "#web/api/use-read.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { ArtworkGrid } from "./artwork-grid.tsx";
import { LoadMore } from "./load-more.tsx";
import { withoutRepeats } from "./without-repeats.ts";

interface ArtworkListProps {
  readonly pages: Pages<Card>;
  readonly label: string;
  readonly showsArtist?: boolean;
  /** Stands where the pictures would when there are none. */
  readonly whenEmpty: ReactNode;
}

/** A list of artwork in each of its states: on its way, failed, empty, shown and growing. */
export function ArtworkList({ pages, label, showsArtist, whenEmpty }: ArtworkListProps) {
  const { error, isLoading, isLoadingMore, hasMore, loadMore, reload } = pages;
  const items = withoutRepeats(pages.items);
  if (!items.length && error) return <ErrorPage onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns />;
  if (!items.length) return whenEmpty;
  return (
    <chakra.section aria-label={label} paddingBottom="12">
      <ArtworkGrid items={items} label={label} showsArtist={showsArtist} />
      <LoadMore
        count={items.length}
        hasMore={hasMore || Boolean(error)}
        isLoading={isLoadingMore}
        hasFailed={Boolean(error)}
        onMore={error ? reload : loadMore}
      />
    </chakra.section>
  );
}
