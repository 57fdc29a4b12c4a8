import { Button, chakra, Heading, Skeleton } from "@chakra-ui/react";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import { readSelection } from "#shared/contract/sales.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OrderSide } from "#shared/model/order.ts";
import type { Selection } from "#shared/model/sales.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SIDE_LABELS } from "./dashboard-labels.ts";
import { toCsv } from "./orders-csv.ts";
import { type Range, rangeLabel } from "./range.ts";
import { SelectedOrders } from "./selected-orders.tsx";

const DailyChart = lazyPart(() => import("./daily-chart.tsx"));

/** Reserves the chart's height. */
const ChartSkeleton = () => <Skeleton height={{ base: "14rem", md: "20rem" }} borderRadius="l3" aria-hidden />;

function EmptyRange({ side }: { readonly side: OrderSide }) {
  const isSale = side === "sales";
  return (
    <EmptyState
      title={isSale ? "No sales in this range" : "No purchases in this range"}
      text="Choose a longer range, or come back later."
      action={
        <ButtonLink to={isSale ? "/my_artwork" : "/"} variant="outline" colorPalette="neutral">
          {isSale ? "Go to my artwork" : "Browse artwork"}
        </ButtonLink>
      }
    />
  );
}

interface ReportProps {
  readonly side: OrderSide;
  readonly selection: Selection;
}

function Report({ side, selection: { start, end, items, series } }: ReportProps) {
  if (!items.length) return <EmptyRange side={side} />;
  const words = SIDE_LABELS[side];
  const total = series.reduce((sum, { amount }) => sum + amount, 0);
  const isFree = series.every(({ amount }) => amount === 0);
  const orders = countLabel(items.length, "order");
  const days = rangeLabel({ start, end });
  return (
    <>
      <chakra.div
        display="grid"
        gap="5"
        padding={{ base: "4", md: "6" }}
        borderRadius="l3"
        background="bg.panel"
        marginBottom="8"
      >
        <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="end" gap="3">
          <div>
            <chakra.p textStyle="sm" color="fg.muted">
              {words.amount}, {days}
            </chakra.p>
            <chakra.p fontFamily="heading" fontWeight="bold" textStyle="page" fontVariantNumeric="tabular-nums">
              {moneyLabel(total)}
            </chakra.p>
          </div>
          <chakra.p color="fg.muted">{orders}</chakra.p>
        </chakra.div>
        {isFree ? (
          <chakra.p color="fg.muted">No chart: every license in this range was free or refunded.</chakra.p>
        ) : (
          <DailyChart
            fallback={<ChartSkeleton />}
            points={series.map(({ day, amount, count }) => ({
              day,
              values: [amount],
              lines: [moneyLabel(amount), countLabel(count, "order")],
            }))}
            isMoney
            label={`${words.amount} by day, ${days}: ${moneyLabel(total)} in ${orders}. The table below has every order.`}
          />
        )}
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        alignItems="center"
        gap="4"
        marginBottom="4"
      >
        <Heading as="h2" size="2xl">
          {words.orders}
        </Heading>
        <Button
          variant="outline"
          colorPalette="neutral"
          size="sm"
          onClick={() => saveFile(`${side}-${start}-${end}.csv`, "text/csv;charset=utf-8", toCsv(items))}
        >
          <FileSpreadsheet aria-hidden />
          Export CSV
        </Button>
      </chakra.div>
      <SelectedOrders side={side} items={items} />
    </>
  );
}

/** The chart and the orders of a range. */
export function RangeReport({ side, range }: { readonly side: OrderSide; readonly range: Range }) {
  const { id: userId } = useSignedIn();
  const input = { params: { userId, displayType: side }, query: range };
  const { data, error, mutate } = useRead(readSelection, input, {
    errorMessage: MESSAGES.failedFetchSelection,
    keepPreviousData: true,
    revalidateOnFocus: true,
  });
  if (error?.status === 400) return <Notice kind="error">{Object.values(error.fields)[0] ?? error.message}</Notice>;
  if (error && !data) return <ErrorPage onRetry={() => void mutate()} />;
  if (!data) return <ChartSkeleton />;
  return <Report side={side} selection={data} />;
}
