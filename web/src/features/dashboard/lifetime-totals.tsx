import { chakra, Skeleton } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { readStatistics } from "#shared/contract/sales.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OrderSide } from "#shared/model/order.ts";
import type { Statistics } from "#shared/model/sales.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { SIDE_LABELS } from "./dashboard-labels.ts";

const Tiles = chakra("dl", {
  base: {
    display: "grid",
    gap: "3",
    gridTemplateColumns: { base: "repeat(2, minmax(0, 1fr))", md: "repeat(3, minmax(0, 1fr))" },
    "& > div": { padding: { base: "4", md: "5" }, borderRadius: "l3", background: "bg.panel" },
    // Spans two columns, so that five or seven tiles leave no gap at the end.
    "& > div:first-of-type": { gridColumn: "span 2" },
    "& dt": { textStyle: "sm", color: "fg.muted" },
    "& dd": { fontFamily: "heading", fontWeight: "bold", textStyle: "section", fontVariantNumeric: "tabular-nums" },
  },
});

function Tile({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Totals({ side, figures }: { readonly side: OrderSide; readonly figures: Statistics }) {
  const { count, paidCount, amount, fees, refunded, average, rating, favorites } = figures;
  const words = SIDE_LABELS[side];
  return (
    <Tiles {...(rating ? { gridTemplateColumns: { md: "repeat(4, minmax(0, 1fr))" } } : {})}>
      <Tile name={words.amount}>{moneyLabel(amount)}</Tile>
      <Tile name={words.orders}>{count}</Tile>
      <Tile
        name={
          paidCount === count || paidCount === 0 ? "Average order" : `Average of ${countLabel(paidCount, "paid order")}`
        }
      >
        {average === null ? "–" : moneyLabel(average)}
      </Tile>
      <Tile name={words.fees}>{moneyLabel(fees)}</Tile>
      <Tile name="Refunded">{moneyLabel(refunded)}</Tile>
      {rating && (
        <Tile name={`Rating (${rating.count})`}>{rating.average === null ? "–" : rating.average.toFixed(1)}</Tile>
      )}
      {favorites !== undefined && <Tile name="Favorites">{favorites}</Tile>}
    </Tiles>
  );
}

/** Totals of sales or purchases since the account was created. */
export function LifetimeTotals({ side }: { readonly side: OrderSide }) {
  const { id: userId } = useSignedIn();
  const input = { params: { userId, display: side } };
  const { data, error, mutate } = useRead(readStatistics, input, {
    errorMessage: MESSAGES.failedFetchStatistics,
    revalidateOnFocus: true,
  });
  if (data) return <Totals side={side} figures={data} />;
  if (error) return <ErrorPage onRetry={() => void mutate()} />;
  return (
    <Skeleton height={{ base: "24rem", md: "13rem" }} borderRadius="l3" role="status" aria-label="Loading totals" />
  );
}
