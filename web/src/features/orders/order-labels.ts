import type { Order, OrderSide, OrderStatus } from "#shared/model/order.ts";
import { addWorks } from "#shared/rules/offers.ts";
import type { CleanSource } from "#web/features/licenses/licensed-previews.ts";

interface StatusLabel {
  readonly name: string;
  /** Explanation for each side. */
  readonly text: Readonly<Record<OrderSide, string>>;
}

export const STATUS_LABELS: Readonly<Record<OrderStatus, StatusLabel>> = {
  completed: {
    name: "Completed",
    text: { purchases: "Paid, and you may use the artwork.", sales: "Paid, and the buyer may use the artwork." },
  },
  disputed: {
    name: "Disputed",
    text: {
      purchases: "Your bank has asked for the payment back. You may use the artwork until that is decided.",
      sales: "The buyer's bank has asked for the payment back. The buyer may use the artwork until that is decided.",
    },
  },
  refunded: {
    name: "Refunded",
    text: {
      purchases: "Your payment was refunded, so you may no longer use the artwork.",
      sales: "The payment was refunded to the buyer, who may no longer use the artwork.",
    },
  },
};

/** The viewer's side of an order: only the seller receives `orderEarned`. */
export const viewerSide = ({ orderEarned }: Order): OrderSide => (orderEarned === undefined ? "purchases" : "sales");

/** Source of an order's picture without a watermark: the buyer's licence or the seller's own artwork. */
export function findCleanSource(order: Order): CleanSource | null {
  if (order.downloadable) return { orderId: order.orderId };
  return viewerSide(order) === "sales" ? { artworkId: order.artwork.id } : null;
}

/** The other party of an order. */
export const otherParty = (order: Order) => (viewerSide(order) === "sales" ? order.buyer : order.artwork.owner);

/** The amount that the viewer paid or earned, in cents. */
export const viewerAmount = ({ orderEarned, orderSpent }: Order): number => orderEarned ?? orderSpent ?? 0;

/** The work's title, or such as "Dunes and 2 more works". */
export const titleLabel = ({
  artwork,
  items = [],
  furtherWorks = items.length - 1,
}: Pick<Order, "items"> & {
  readonly artwork: { readonly title: string };
  readonly furtherWorks?: number | undefined;
}) => addWorks(artwork.title, furtherWorks);
