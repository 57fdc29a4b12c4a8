import { chakra, Heading, Skeleton } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { readNumbers } from "#shared/contract/admin.ts";
import { formatCount } from "#shared/format.ts";
import type { Figure, Numbers } from "#shared/model/numbers.ts";
import { useRead } from "#web/api/use-read.ts";
import { Plot } from "#web/features/audience/plot.tsx";
import { dayLabel, parseRange, rangeLabel } from "#web/features/dashboard/range.ts";
import { RangePicker } from "#web/features/dashboard/range-picker.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";

import { OpenCases } from "./open-cases.tsx";
import { YearReport } from "./year-report.tsx";

type Day = Numbers["series"][number];

const Plots = chakra("div", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
    marginBottom: "8",
  },
});

/** A count by day, with the cents that belong to it. */
const COUNTS: readonly { title: string; noun: string; count: Figure; cents?: Figure }[] = [
  { title: "Sign-ups", noun: "sign-up", count: "signups" },
  { title: "New works", noun: "work", count: "works" },
  { title: "Sales", noun: "sale", count: "sales", cents: "sold" },
  { title: "Refunds", noun: "refund", count: "refunds", cents: "refunded" },
];

const sumFigure = (series: readonly Day[], figure: Figure) => series.reduce((sum, day) => sum + day[figure], 0);

const getKeptFees = ({ fees, feesReturned }: Day) => fees - feesReturned;

const isEmpty = ({ day: _day, ...figures }: Day) => Object.values(figures).every((amount) => amount === 0);

function Report({ numbers: { start, end, series } }: { readonly numbers: Numbers }) {
  const counted = series.filter((day) => !isEmpty(day));
  if (counted.length === 0) {
    return (
      <EmptyState
        title="Nothing in this range"
        text="Sign-ups, works, sales, refunds and fees show up here day by day, from the day on which counting started."
      />
    );
  }
  const days = rangeLabel({ start, end });
  return (
    <>
      <Plots>
        {COUNTS.map(({ title, noun, count, cents }) => (
          <Plot
            key={title}
            title={title}
            total={formatCount(sumFigure(series, count))}
            note={cents && moneyLabel(sumFigure(series, cents))}
            points={series.map((day) => ({
              day: day.day,
              // A bar can't be below zero, as after a refund of another day that failed.
              values: [Math.max(0, day[count])],
              lines: [countLabel(day[count], noun), ...(cents ? [moneyLabel(day[cents])] : [])],
            }))}
            days={days}
          />
        ))}
        <Plot
          title="Fees"
          total={moneyLabel(series.reduce((sum, day) => sum + getKeptFees(day), 0))}
          note="without tax and what was returned"
          isMoney
          points={series.map((day) => ({
            day: day.day,
            values: [Math.max(0, getKeptFees(day))],
            lines: [moneyLabel(getKeptFees(day))],
          }))}
          days={days}
        />
      </Plots>
      <Heading as="h2" size="2xl" marginBottom="4">
        By day
      </Heading>
      <ResponsiveTable
        caption={`Numbers by day, ${days}, the latest first`}
        columns={["Day", "Sign-ups", "New works", "Sales", "Sold", "Refunds", "Refunded", "Fees"]}
        rows={counted.toReversed().map((day) => ({
          name: dayLabel(day.day, true),
          cells: [
            formatCount(day.signups),
            formatCount(day.works),
            formatCount(day.sales),
            moneyLabel(day.sold),
            formatCount(day.refunds),
            moneyLabel(day.refunded),
            moneyLabel(getKeptFees(day)),
          ],
        }))}
      />
    </>
  );
}

function Loaded({ range }: { readonly range: ReturnType<typeof parseRange> }) {
  const { data, error, mutate } = useRead(readNumbers, { query: range }, { keepPreviousData: true });
  if (error?.status === 400) return <Notice kind="error">{Object.values(error.fields)[0] ?? error.message}</Notice>;
  if (error && !data) return <ErrorPage onRetry={() => void mutate()} />;
  if (data)
    return (
      <>
        <OpenCases {...data} />
        <chakra.div _print={{ display: "none" }}>
          <Report numbers={data} />
        </chakra.div>
      </>
    );
  return (
    <Plots role="status" aria-label="Loading the numbers">
      {[...COUNTS.map(({ title }) => title), "Fees"].map((plot) => (
        <Skeleton key={plot} height="17rem" borderRadius="l3" />
      ))}
    </Plots>
  );
}

/** The marketplace's figures by day. */
export default function NumbersPlace() {
  const [search] = useSearchParams();
  const range = parseRange(search, new Date());
  return (
    <>
      <chakra.div marginBottom="6" _print={{ display: "none" }}>
        <RangePicker range={range} buildAddress={({ start, end }) => `/admin/numbers?start=${start}&end=${end}`} />
      </chakra.div>
      <Loaded range={range} />
      <YearReport />
    </>
  );
}
