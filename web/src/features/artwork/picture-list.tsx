import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { Pages } from "#web/api/use-read.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { LoadMore } from "#web/ui/load-more.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { type Pictured, PictureGrid, type Place } from "./picture-grid.tsx";
import { withoutRepeats } from "./without-repeats.ts";

interface PictureListProps<Item> {
  readonly pages: Pages<Item>;
  readonly label: string;
  /** Stands where the pictures would when there are none. */
  readonly whenEmpty: ReactNode;
  readonly children: (item: Item, place: Place) => ReactNode;
}

/** A list of pictures in each of its states: on its way, failed, empty, shown and growing. */
export function PictureList<Item extends Pictured>({ pages, label, whenEmpty, children }: PictureListProps<Item>) {
  const { error, isLoading, reload } = pages;
  const items = withoutRepeats(pages.items);
  if (!items.length && error) return <ErrorPage onRetry={reload} />;
  if (!items.length && isLoading) return <SkeletonColumns />;
  if (!items.length) return whenEmpty;
  return (
    <chakra.section aria-label={label} paddingBottom="12">
      <PictureGrid items={items} label={label}>
        {children}
      </PictureGrid>
      <LoadMore pages={{ ...pages, items }} />
    </chakra.section>
  );
}
