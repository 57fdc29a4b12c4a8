import type { Order } from "#shared/model/order.ts";
import { NameLink } from "#web/ui/name-link.tsx";

interface OrderTitleProps {
  readonly order: { readonly orderId: Order["orderId"]; readonly artwork: Pick<Order["artwork"], "title"> };
}

/** The artwork as bought; it leads to its order, which outlives the artwork's own page. */
export const OrderTitle = ({ order: { orderId, artwork } }: OrderTitleProps) => (
  <NameLink to={`/orders/${orderId}`}>{artwork.title}</NameLink>
);
