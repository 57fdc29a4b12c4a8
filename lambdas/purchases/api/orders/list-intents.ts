import { listIntents } from "#shared/contract/orders.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import type { UnfinishedPayment } from "#shared/model/order.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOpenIntentsOf } from "../../order/find-intent.ts";
import type { OrdersServices } from "./services.ts";

/** Without asking the provider: one that was paid a moment ago leads to the checkout, which places its order. */
export const listIntentsHandler = handle(
  listIntents,
  async ({ params: { userId } }, { table, now }: OrdersServices) => {
    const items = (await findOpenIntentsOf(table, userId)).flatMap((intent): UnfinishedPayment[] => {
      const { artworkId, intentId, fees, licenseType, until, title } = intent;
      const isOver = until * 1000 <= now().getTime();
      // Without the provider's answer there is nothing to go on with, and older code pinned neither title nor sum.
      if (isOver || !intentId || !fees || !title) return [];
      return [
        {
          orderIntent: intentId,
          artworkId: ArtworkId.parse(artworkId),
          artworkTitle: title,
          licenseType,
          orderSpent: fees.orderSpent,
          expiresAt: new Date(until * 1000).toISOString(),
        },
      ];
    });
    return { items };
  },
);
