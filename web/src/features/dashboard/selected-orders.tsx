import { Button, chakra } from "@chakra-ui/react";
import { useState } from "react";
import { PAGE } from "#shared/limits.ts";
import type { OrderSide } from "#shared/model/order.ts";
import type { Selection } from "#shared/model/sales.ts";
import { licensesLabel } from "#web/features/licenses/license-labels.ts";
import { OrderAmount, OrderStatusBadge, OrderTitle } from "#web/features/orders/order-cells.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { useIsWide } from "#web/ui/responsive-table.tsx";
import { RowCard, RowCards, Table } from "#web/ui/table.tsx";
import { SIDE_LABELS } from "./dashboard-labels.ts";

type Item = Selection["items"][number];

interface SelectedOrdersProps {
  readonly side: OrderSide;
  readonly items: readonly Item[];
}

const Money = chakra("td", { base: { textAlign: "end", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } });

function Rows({ side, items }: SelectedOrdersProps) {
  const words = SIDE_LABELS[side];
  return (
    <Table>
      <caption>
        <chakra.span srOnly>{words.orders} in this range</chakra.span>
      </caption>
      <thead>
        <tr>
          {["Artwork", "License", "Date (UTC)", "Status"].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {[words.amount, "Fee"].map((name) => (
            <chakra.th key={name} scope="col" textAlign="end!">
              {name}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.orderId}>
            <td>
              <OrderTitle order={item} />
            </td>
            <chakra.td textStyle="sm">{licensesLabel(item.licenseType, 1 + (item.furtherWorks ?? 0))}</chakra.td>
            <chakra.td color="fg.muted" textStyle="sm" whiteSpace="nowrap">
              <DateTime value={item.created} isUtc saysUtc={false} />
            </chakra.td>
            <td>
              <OrderStatusBadge status={item.status} />
            </td>
            <Money>
              <OrderAmount cents={item.amount} returned={item.returned} status={item.status} side={side} />
            </Money>
            <Money color="fg.muted">{moneyLabel(item.fee)}</Money>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ side, items }: SelectedOrdersProps) {
  return (
    <RowCards aria-label={`${SIDE_LABELS[side].orders} in this range`}>
      {items.map((item) => (
        <RowCard key={item.orderId}>
          <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4">
            <OrderTitle order={item} />
            <OrderAmount cents={item.amount} returned={item.returned} status={item.status} side={side} />
          </chakra.div>
          <chakra.div display="grid" gap="3" textStyle="sm" color="fg.muted">
            <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4">
              <span>{licensesLabel(item.licenseType, 1 + (item.furtherWorks ?? 0))}</span>
              {item.fee > 0 && <span>Fee {moneyLabel(item.fee)}</span>}
            </chakra.div>
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
              <OrderStatusBadge status={item.status} />
              <DateTime value={item.created} isUtc />
            </chakra.div>
          </chakra.div>
        </RowCard>
      ))}
    </RowCards>
  );
}

/** The orders of a range, initially one page: a table on wide screens, else cards. */
export function SelectedOrders({ side, items }: SelectedOrdersProps) {
  const [shown, setShown] = useState<number>(PAGE.standard);
  const List = useIsWide() ? Rows : Cards;
  return (
    <>
      <List side={side} items={items.slice(0, shown)} />
      {items.length > shown && (
        <Button
          variant="outline"
          colorPalette="neutral"
          size="sm"
          marginTop="6"
          onClick={() => setShown(shown + PAGE.max)}
        >
          Show more {SIDE_LABELS[side].orders.toLowerCase()}
        </Button>
      )}
    </>
  );
}
