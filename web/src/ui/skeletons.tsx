import { Box, Skeleton, type SkeletonProps } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { computeSkeletonHeight } from "#shared/format.ts";
import { PageContainer } from "./page-container.tsx";

interface SkeletonColumnsProps {
  readonly count?: number;
  /** One column at any width, for pages with forms. */
  readonly isNarrow?: boolean;
  readonly label?: string;
}

/**
 * Blocks of random heights within the surrounding list. The heights are chosen in the browser, because the server's would
 * differ and hydration would fail.
 */
export function SkeletonBlocks({ count, ...look }: { readonly count: number } & SkeletonProps) {
  const [heights, setHeights] = useState<readonly (readonly [number, number])[]>([]);
  useEffect(() => {
    setHeights(Array.from({ length: count }, () => [computeSkeletonHeight(false), computeSkeletonHeight(true)]));
  }, [count]);
  return heights.map(([phone, wide], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike and never move
    <Skeleton key={index} height={{ base: `${phone}px`, md: `${wide}px` }} {...look} />
  ));
}

/**
 * Blocks of random heights in columns that fill the viewport, so that the footer doesn't move when the content loads.
 */
export function SkeletonColumns({ count = 12, isNarrow = false, label = "Loading" }: SkeletonColumnsProps) {
  return (
    <Box
      role="status"
      aria-label={label}
      minH="dvh"
      css={{ columnCount: isNarrow ? 1 : { base: 2, md: 3, xl: 4, "2xl": 5 }, columnGap: "4" }}
    >
      <SkeletonBlocks count={count} mb="4" breakInside="avoid" />
    </Box>
  );
}

/** `SkeletonColumns` with a page's margins, while nothing of the page has loaded. */
export function SkeletonPage(columns: SkeletonColumnsProps) {
  return (
    <PageContainer title={null}>
      <SkeletonColumns {...columns} />
    </PageContainer>
  );
}
