import { Chart, useChart } from "@chakra-ui/charts";
import { chakra } from "@chakra-ui/react";
import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from "recharts";
import { formatCount, formatPrice } from "#shared/format.ts";
import { CHART_COLORS } from "./chart-colors.ts";
import { dayLabel } from "./range.ts";

export interface ChartPoint {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Stacked values. */
  readonly values: readonly number[];
  /** Text of the tooltip, the first line in bold. */
  readonly lines: readonly string[];
}

/** Steps of an axis: these times a power of ten. */
const STEPS = [1, 2, 5, 10];

/** Ticks of an axis up to `highest`: at most five distinct whole numbers. */
export function countTicks(highest: number): readonly number[] {
  const least = Math.max(1, highest / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** Ticks of an axis of money, in cents at whole dollars. */
export const moneyTicks = (highest: number): readonly number[] =>
  countTicks(highest / 100).map((dollars) => dollars * 100);

const moneyTick = (cents: number) => (cents ? formatPrice(cents / 100, { abbreviated: true }) : "$0");

function Day({ active, payload }: Pick<TooltipContentProps, "active" | "payload">) {
  const point: ChartPoint | undefined = payload?.[0]?.payload;
  if (!active || !point) return null;
  const [first, ...others] = point.lines;
  return (
    <chakra.div padding="3" borderRadius="l2" bg="bg.emphasized" color="fg" boxShadow="md" textStyle="sm">
      <chakra.p color="fg.muted">{dayLabel(point.day, true)} (UTC)</chakra.p>
      <chakra.p fontWeight="semibold">{first}</chakra.p>
      {others.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </chakra.div>
  );
}

interface DailyChartProps {
  /** One point per day, all with equally many values. */
  readonly points: readonly ChartPoint[];
  /** True if values are cents. */
  readonly isMoney?: boolean;
  /** Describes the chart to screen readers. */
  readonly label: string;
  /** Lower, for several charts beside each other. */
  readonly isSmall?: boolean;
}

/** One bar per day; a separate chunk, because recharts is larger than the rest of the page. */
export default function DailyChart({ points, isMoney = false, label, isSmall = false }: DailyChartProps) {
  const highest = Math.max(...points.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  const ticks = isMoney ? moneyTicks(highest) : countTicks(highest);
  const colors = CHART_COLORS.slice(0, points[0]?.values.length);
  const chart = useChart({ data: [...points], series: colors.map((color) => ({ color })) });
  return (
    <Chart.Root
      chart={chart}
      role="img"
      aria-label={label}
      aspectRatio="auto"
      height={isSmall ? { base: "10rem", md: "11rem" } : { base: "14rem", md: "20rem" }}
    >
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
          tickFormatter={isMoney ? moneyTick : formatCount}
        />
        <Tooltip cursor={{ fill: chart.color("bg.muted") }} animationDuration={0} content={Day} />
        {colors.map((color, at) => (
          <Bar
            key={color}
            dataKey={({ values }: ChartPoint) => values[at]}
            stackId="day"
            fill={chart.color(color)}
            radius={at === colors.length - 1 ? [4, 4, 0, 0] : 0}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </Chart.Root>
  );
}
