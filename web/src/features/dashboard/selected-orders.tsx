import { Button, chakra } from "@chakra-ui/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDate } from "#shared/format.ts";
import { PAGE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OrderSide } from "#shared/model/order.ts";
import type { Selection } from "#shared/model/sales.ts";
import { useIsWide } from "#web/features/artwork/use-is-wide.ts";
import { LICENSE_WORDS } from "#web/features/licenses/license-words.ts";
import { OrderStatusBadge } from "#web/features/orders/order-status.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { RowCard, Table } from "#web/ui/table.tsx";
import { SIDE_WORDS } from "./dashboard-words.ts";

type Item = Selection["items"][number];

interface SelectedOrdersProps {
  readonly side: OrderSide;
  readonly items: readonly Item[];
}

function Title({ item: { orderId, artwork } }: { readonly item: Item }) {
  return (
    <chakra.span
      fontWeight="semibold"
      overflowWrap="anywhere"
      css={{ "& a": { borderRadius: "l1", focusVisibleRing: "outside", _hover: { textDecoration: "underline" } } }}
    >
      <Link to={`/orders/${orderId}`}>{artwork.title}</Link>
    </chakra.span>
  );
}

/** What went back is struck through, for it counts no longer. */
function Amount({ item: { status, amount } }: { readonly item: Item }) {
  const label = amount === 0 ? MESSAGES.free : moneyLabel(amount);
  return status === "refunded" ? <chakra.s color="fg.muted">{label}</chakra.s> : label;
}

const Money = chakra("td", { base: { textAlign: "end", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" } });

function Rows({ side, items }: SelectedOrdersProps) {
  const words = SIDE_WORDS[side];
  return (
    <Table>
      <caption>
        <chakra.span srOnly>{words.orders} of the range</chakra.span>
      </caption>
      <thead>
        <tr>
          {["Artwork", "License", "Date", "Status"].map((name) => (
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
              <Title item={item} />
            </td>
            <chakra.td textStyle="sm">{LICENSE_WORDS[item.licenseType].name}</chakra.td>
            <chakra.td color="fg.muted" textStyle="sm" whiteSpace="nowrap">
              <time dateTime={item.created}>{formatDate(item.created)}</time>
            </chakra.td>
            <td>
              <OrderStatusBadge status={item.status} />
            </td>
            <Money fontWeight="semibold">
              <Amount item={item} />
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
    <chakra.ul display="grid" gap="3" listStyle="none" aria-label={`${SIDE_WORDS[side].orders} of the range`}>
      {items.map((item) => (
        <RowCard key={item.orderId}>
          <chakra.div display="flex" justifyContent="space-between" gap="4">
            <Title item={item} />
            <chakra.span fontWeight="semibold" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              <Amount item={item} />
            </chakra.span>
          </chakra.div>
          <chakra.div
            display="flex"
            flexWrap="wrap"
            justifyContent="space-between"
            alignItems="center"
            gap="2"
            textStyle="sm"
            color="fg.muted"
          >
            <span>
              {LICENSE_WORDS[item.licenseType].name}, <time dateTime={item.created}>{formatDate(item.created)}</time>
            </span>
            <OrderStatusBadge status={item.status} />
            {item.fee > 0 && <span>Fee {moneyLabel(item.fee)}</span>}
          </chakra.div>
        </RowCard>
      ))}
    </chakra.ul>
  );
}

/** Orders of a range, a page of them at first: rows where they fit, else cards. */
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
          Show more {SIDE_WORDS[side].orders.toLowerCase()}
        </Button>
      )}
    </>
  );
}
