import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { withdrawOffer } from "#shared/contract/orders.ts";
import { fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { conditionHeld } from "../../../../platform/table/conditions.ts";
import { findOffer, findOwnOffer } from "../../offers/find-offers.ts";
import { OfferEntity } from "../../offers/offer.entity.ts";
import { endIntent } from "../../order/end-intent.ts";
import { findOfferIntent, isExpired } from "../../order/find-intent.ts";
import type { OrdersServices } from "./services.ts";

export const withdrawOfferHandler = handle(
  withdrawOffer,
  async ({ params: { offerId }, actor: { userId } }, services: OrdersServices) => {
    const { table, now } = services;
    const offer = await findOwnOffer(table, offerId, userId);
    if (!offer) return fail("offer_not_found");
    if (offer.artistId !== userId) return fail("forbidden");
    const intent = await findOfferIntent(table, offer);
    if (intent && isExpired(intent, now())) await endIntent(services, intent, "expired");
    const withdraw = OfferEntity.build(UpdateItemCommand)
      .item({ offerId, state: "withdrawn" })
      .options({
        condition: {
          and: [
            { attr: "state", eq: "open" },
            { attr: "pending", exists: false },
          ],
        },
      });
    if (await conditionHeld(table.send(withdraw))) return undefined;
    const state = (await findOffer(table, offerId))?.state;
    if (state === "bought") return fail("offer_bought");
    return state === "withdrawn" ? undefined : fail("offer_paying");
  },
);
