import type { Picture } from "#shared/model/media.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { isMature } from "../artwork/cards.ts";
import { findCards } from "../artwork/find-cards.ts";
import type { Previews } from "../media/open-previews.ts";
import type { OrderItem } from "../purchases/order/find-orders.ts";
import { toOrderPicture } from "../purchases/order/order-view.ts";

export interface PictureServices {
  readonly table: OpenTable;
  readonly withheldPreviews: Pick<Previews, "signPreviews">;
}

/** The pictures of orders by their ids, as they were bought; those of blocked artwork, which the site lacks, by signed links. */
export async function showOrderPictures(
  { table, withheldPreviews }: PictureServices,
  orders: readonly OrderItem[],
): Promise<(order: OrderItem) => Picture> {
  const cards = await findCards(table, [...new Set(orders.map(({ artworkId }) => artworkId))]);
  const find = ({ artworkId }: OrderItem) => cards.get(artworkId);
  const signed = new Map(
    await Promise.all(
      orders
        .filter((order) => find(order)?.blocked)
        .map(async ({ orderId, previewKey, width, height }) => {
          return [orderId, await withheldPreviews.signPreviews(previewKey, width, height)] as const;
        }),
    ),
  );
  return (order) => {
    const card = find(order);
    const picture = toOrderPicture(order, card !== undefined && isMature(card));
    return { ...picture, previews: signed.get(order.orderId) ?? picture.previews };
  };
}
