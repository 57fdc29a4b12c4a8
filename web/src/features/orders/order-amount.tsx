import { chakra } from "@chakra-ui/react";
import { MESSAGES } from "#shared/messages.ts";
import type { OrderStatus } from "#shared/model/order.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";

interface OrderAmountProps {
  readonly cents: number;
  readonly status: OrderStatus;
}

/** What an order meant in money; what went back is struck through, for it counts no longer. */
export function OrderAmount({ cents, status }: OrderAmountProps) {
  const label = cents === 0 ? MESSAGES.free : moneyLabel(cents);
  return (
    <chakra.span fontVariantNumeric="tabular-nums" fontWeight="semibold" whiteSpace="nowrap">
      {status === "refunded" ? <chakra.s color="fg.muted">{label}</chakra.s> : label}
    </chakra.span>
  );
}
