import { readOrder } from "#shared/contract/licenses.ts";
import { findShownArtwork } from "../../../artwork/find-artwork.ts";
import { findReview } from "../../../community/find-reviews.ts";
import { Failure } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findPeople } from "../../../users/find-people.ts";
import { orderOf } from "../../order/order-view.ts";
import { findOwnOrder } from "./find-own-order.ts";
import type { LicensesServices } from "./services.ts";

export const readOrderHandler = handle(
  readOrder,
  async ({ params, actor: { userId } }, { table }: LicensesServices) => {
    const order = await findOwnOrder(table, params.orderId, userId);
    if (order instanceof Failure) return order;
    const { artworkId, buyerId, sellerId } = order;
    const [personOf, artwork, review] = await Promise.all([
      findPeople(table, [buyerId, sellerId]),
      findShownArtwork(table, artworkId, userId),
      userId === buyerId ? findReview(table, { artworkId, buyerId }) : undefined,
    ]);
    return {
      ...orderOf(order, userId, personOf),
      artworkShown: artwork !== undefined,
      ...(userId === buyerId ? { reviewed: review !== undefined } : {}),
    };
  },
);
