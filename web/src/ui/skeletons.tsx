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

interface SkeletonSplitProps {
  readonly label?: string;
  /** A small picture beside its title on phones. */
  readonly isCompact?: boolean;
}

/** A picture beside the blocks of a form or an order, above them on phones. */
export function SkeletonSplit({ label = "Loading", isCompact = false }: SkeletonSplitProps) {
  return (
    <Box
      role="status"
      aria-label={label}
      display="grid"
      gap={{ base: "6", lg: "12" }}
      gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 32rem)" }}
      alignItems="start"
      alignContent="start"
      maxWidth="80rem"
      marginX="auto"
      minH="dvh"
    >
      <Skeleton
        aspectRatio={{ base: isCompact ? "1" : "4 / 3", lg: "4 / 3" }}
        width={{ base: isCompact ? "4.5rem" : "full", lg: "full" }}
        maxHeight="60svh"
        borderRadius="l3"
      />
      <Box display="grid" gap="5">
        <SkeletonBlocks count={6} borderRadius="l3" />
      </Box>
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
