import { Chart, useChart } from "@chakra-ui/charts";
import { chakra } from "@chakra-ui/react";
import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { formatPrice } from "#shared/format.ts";
import type { Selection } from "#shared/model/sales.ts";
import { countLabel } from "#web/ui/labels.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { dayLabel } from "./range.ts";

type Point = Selection["series"][number];

function Day({ active, payload }: Pick<TooltipContentProps, "active" | "payload">) {
  const point: Point | undefined = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <chakra.div padding="3" borderRadius="l2" bg="bg.emphasized" color="fg" boxShadow="md" textStyle="sm">
      <chakra.p color="fg.muted">{dayLabel(point.day, true)}</chakra.p>
      <chakra.p fontWeight="semibold">{moneyLabel(point.amount)}</chakra.p>
      <p>{countLabel(point.count, "order")}</p>
    </chakra.div>
  );
}

/** The steps that an axis may have: these times a power of ten. */
const STEPS = [1, 2, 5, 10];

/** Where an axis of money up to `highest` cents has its marks: at whole dollars, five at most and each another one. */
export function moneyTicks(highest: number): readonly number[] {
  const least = Math.max(1, highest / 100 / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power;
  const count = Math.max(1, Math.ceil(highest / 100 / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step * 100);
}

interface DailyChartProps {
  readonly series: Selection["series"];
  /** Describes the chart to screen readers. */
  readonly label: string;
}

/** One bar per day; a chunk of its own, because recharts is larger than the rest of the page. */
export default function DailyChart({ series, label }: DailyChartProps) {
  const ticks = moneyTicks(Math.max(...series.map(({ amount }) => amount)));
  const chart = useChart({ data: [...series], series: [{ name: "amount", color: "accent.solid" }] });
  return (
    <Chart.Root chart={chart} role="img" aria-label={label} aspectRatio="auto" height={{ base: "14rem", md: "20rem" }}>
      <BarChart
        responsive
        data={chart.data}
        accessibilityLayer={false}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke={chart.color("border.muted")} />
        <XAxis
          dataKey="day"
          axisLine={false}
          tickLine={false}
          tickMargin={8}
          minTickGap={24}
          tickFormatter={(day: string) => dayLabel(day)}
        />
        <YAxis
          width={48}
          ticks={[...ticks]}
          domain={[0, ticks.at(-1) ?? 0]}
          axisLine={false}
          tickLine={false}
          tickFormatter={(cents: number) => (cents ? formatPrice(cents / 100, { abbreviated: true }) : "$0")}
        />
        <Tooltip cursor={{ fill: chart.color("bg.muted") }} animationDuration={0} content={Day} />
        <Bar dataKey="amount" fill={chart.color("accent.solid")} radius={[4, 4, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </Chart.Root>
  );
}
