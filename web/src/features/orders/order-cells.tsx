import { Badge, chakra } from "@chakra-ui/react";
import { DISPLAY } from "#shared/display.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Order, OrderSide, OrderStatus } from "#shared/model/order.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { STATUS_LABELS, titleLabel } from "./order-labels.ts";

const RETURNED: Readonly<Record<OrderSide, string>> = { purchases: "came back", sales: "went back" };
/** Labels of returned amounts during a dispute. */
const HELD: Readonly<Record<OrderSide, string>> = { purchases: "back for now", sales: "held" };

interface OrderAmountProps {
  readonly cents: number;
  /** Returned part in cents. */
  readonly returned: number;
  /** ISO 8601 time of the last return, if known. */
  readonly returnedAt?: string | undefined;
  readonly side: OrderSide;
  readonly status: OrderStatus;
}

/** An order's amount with its returned part; struck through if refunded. */
export function OrderAmount({ cents, returned, returnedAt, status, side }: OrderAmountProps) {
  const label = cents === 0 ? MESSAGES.free : moneyLabel(cents);
  return (
    <chakra.span fontVariantNumeric="tabular-nums" fontWeight="semibold" whiteSpace="nowrap">
      {status === "refunded" ? <chakra.s color="fg.muted">{label}</chakra.s> : label}
      {returned > 0 && (
        <chakra.span display="block" textStyle="xs" fontWeight="normal" color="fg.muted">
          {moneyLabel(returned)} {(status === "disputed" ? HELD : RETURNED)[side]}
          {returnedAt && (
            <>
              {" on "}
              <DateTime value={returnedAt} pattern={DISPLAY.shortDayFormat} />
            </>
          )}
        </chakra.span>
      )}
    </chakra.span>
  );
}

const STATUS_COLORS: Readonly<Record<OrderStatus, { readonly bg: string; readonly color: string }>> = {
  completed: { bg: "bg.success", color: "fg.success" },
  disputed: { bg: "accent.subtle", color: "accent.fg" },
  refunded: { bg: "bg.muted", color: "fg" },
};

export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  return <Badge {...STATUS_COLORS[status]}>{STATUS_LABELS[status].name}</Badge>;
}

interface OrderTitleProps {
  readonly order: Pick<Order, "orderId"> & Parameters<typeof titleLabel>[0];
}

/** The artwork's title as bought, linking to the order, which remains when the artwork is deleted, above its number. */
export const OrderTitle = ({ order }: OrderTitleProps) => (
  <chakra.span display="block" minWidth="0">
    <NameLink to={`/orders/${order.orderId}`}>{titleLabel(order)}</NameLink>
    <chakra.span display="block" textStyle="xs" color="fg.muted" whiteSpace="nowrap">
      {formatOrderNumber(order.orderId)}
    </chakra.span>
  </chakra.span>
);
