import type { Picture } from "#shared/model/media.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { getTexts, isMature, toPicture } from "../../artwork/cards.ts";
import { isShownTo } from "../../artwork/find-artwork.ts";
import { findCards } from "../../artwork/find-cards.ts";
import { findOrders } from "./find-orders.ts";
import { toOrderPicture } from "./order-view.ts";

/** The order or artwork that a thread or notification is about. */
interface Subject {
  readonly artworkId?: string | undefined;
  readonly orderId?: string | undefined;
}

/** Reads the artworks and orders of up to 50 threads or notifications, in one batch each. */
export async function findSubjects(table: OpenTable, readerId: string, subjects: readonly Subject[]) {
  const [cards, orders] = await Promise.all([
    findCards(table, [...new Set(subjects.flatMap(({ artworkId }) => artworkId ?? []))]),
    findOrders(table, [...new Set(subjects.flatMap(({ orderId }) => orderId ?? []))]),
  ]);
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const getOrder = ({ orderId }: Subject) => (orderId === undefined ? undefined : byId.get(orderId));
  /** The artwork, while the reader may see it. */
  function getCard({ artworkId }: Subject) {
    const card = artworkId === undefined ? undefined : cards.get(artworkId);
    return card && isShownTo(readerId, card) ? card : undefined;
  }
  return {
    getOrder,
    getCard,
    /** An order's picture as it was bought, or an artwork's that the reader may see. */
    getPicture(subject: Subject): Picture | null {
      const order = getOrder(subject);
      if (order) {
        const card = cards.get(order.artworkId);
        return toOrderPicture(order, card !== undefined && isMature(card));
      }
      const card = getCard(subject);
      return card
        ? { ...toPicture(card), artworkAlt: getTexts(card).artworkAlt || undefined, mature: isMature(card) }
        : null;
    },
  };
}
