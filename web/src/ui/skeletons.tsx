import { Box, Skeleton } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { skeletonHeight } from "#shared/format.ts";
import { PageContainer } from "./page-container.tsx";

interface SkeletonColumnsProps {
  /** How many blocks stand for what is on its way. */
  readonly count?: number;
  /** One column everywhere, for pages of forms. */
  readonly isNarrow?: boolean;
  readonly label?: string;
}

/**
 * Blocks of random heights in columns, over the whole screen so that the footer doesn't jump when the content comes.
 * The heights are drawn in the browser, because a server would draw others.
 */
export function SkeletonColumns({ count = 12, isNarrow = false, label = "Loading" }: SkeletonColumnsProps) {
  const [heights, setHeights] = useState<readonly (readonly [number, number])[]>([]);
  useEffect(() => {
    setHeights(Array.from({ length: count }, () => [skeletonHeight(false), skeletonHeight(true)]));
  }, [count]);
  return (
    <Box
      role="status"
      aria-label={label}
      minH="dvh"
      css={{ columnCount: isNarrow ? 1 : { base: 2, md: 3, xl: 4, "2xl": 5 }, columnGap: "4" }}
    >
      {heights.map(([phone, wide], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are alike and never move
        <Skeleton key={index} mb="4" height={{ base: `${phone}px`, md: `${wide}px` }} breakInside="avoid" />
      ))}
    </Box>
  );
}

/** The same where nothing of the screen is known yet, with the margins that it will have. */
export function SkeletonPage(columns: SkeletonColumnsProps) {
  return (
    <PageContainer title={null}>
      <SkeletonColumns {...columns} />
    </PageContainer>
  );
}
