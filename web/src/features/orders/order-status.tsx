import { Badge } from "@chakra-ui/react";
import type { OrderStatus } from "#shared/model/order.ts";
import { STATUS_WORDS } from "./order-words.ts";

const LOOKS: Readonly<Record<OrderStatus, { readonly bg: string; readonly color: string }>> = {
  completed: { bg: "bg.success", color: "fg.success" },
  disputed: { bg: "ochre.subtle", color: "ochre.fg" },
  refunded: { bg: "bg.muted", color: "fg" },
};

export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  return <Badge {...LOOKS[status]}>{STATUS_WORDS[status].name}</Badge>;
}
