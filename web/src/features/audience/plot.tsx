import { chakra, Heading, Skeleton } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { ChartPoint } from "#web/features/dashboard/daily-chart.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const DailyChart = lazyPart(() => import("#web/features/dashboard/daily-chart.tsx"));

const Panel = chakra("section", {
  base: {
    display: "grid",
    gap: "4",
    alignContent: "start",
    padding: { base: "4", md: "5" },
    borderRadius: "l3",
    background: "bg.panel",
    minWidth: "0",
  },
});

const ChartSkeleton = () => <Skeleton height={{ base: "10rem", md: "11rem" }} borderRadius="l2" aria-hidden />;

interface PlotProps {
  readonly title: string;
  readonly total: string;
  /** Beside the total. */
  readonly note?: ReactNode;
  readonly points: readonly ChartPoint[];
  /** True if values are cents. */
  readonly isMoney?: boolean;
  /** The range in words. */
  readonly days: string;
}

/** A total of the range with its chart by day. */
export function Plot({ title, total, note, points, isMoney = false, days }: PlotProps) {
  return (
    <Panel aria-label={title}>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="end" gap="3">
        <div>
          <Heading as="h2" textStyle="sm" fontWeight="normal" fontFamily="body" color="fg.muted">
            {title}
          </Heading>
          <chakra.p fontFamily="heading" fontWeight="bold" textStyle="section" fontVariantNumeric="tabular-nums">
            {total}
          </chakra.p>
        </div>
        <chakra.div display="flex" flexWrap="wrap" columnGap="4" color="fg.muted" textStyle="sm">
          {note}
        </chakra.div>
      </chakra.div>
      <DailyChart
        fallback={<ChartSkeleton />}
        points={points}
        isSmall
        isMoney={isMoney}
        label={`${title} by day, ${days}: ${total} in all.`}
      />
    </Panel>
  );
}
