import { Box, Skeleton } from "@chakra-ui/react";
import { useEffect, useState } from "react";

/** Pixels, as the specification says: 120 to 280 on phones, 60 to 120 from medium width on. */
const RANGES = { phone: [120, 280], wide: [60, 120] } as const;

const between = ([from, to]: readonly [number, number]) => Math.round(from + Math.random() * (to - from));

interface SkeletonColumnsProps {
  /** How many blocks stand for what is on its way. */
  readonly count?: number;
  /** One column everywhere, for pages of forms. */
  readonly isNarrow?: boolean;
  readonly label?: string;
}

/**
 * Blocks of random heights in columns, over the whole screen so that the footer doesn't jump when the content comes. The heights are drawn in the browser, because a server would draw others.
 */
export function SkeletonColumns({ count = 12, isNarrow = false, label = "Loading" }: SkeletonColumnsProps) {
  const [heights, setHeights] = useState<readonly (readonly [number, number])[]>([]);
  useEffect(() => {
    setHeights(Array.from({ length: count }, () => [between(RANGES.phone), between(RANGES.wide)]));
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
