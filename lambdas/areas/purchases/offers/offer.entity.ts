import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, map, number, string } from "dynamodb-toolbox/schema";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { OFFER_STATES } from "#shared/rules/offers.ts";
import { constantSortKey, partitionKey, uuid } from "../../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../../platform/table/marketplace-table.ts";

/** Licences of an offer, as its payment stores them too. */
export const licensedItems = () =>
  list(
    map({
      artworkId: uuid(),
      versionId: uuid(),
      /** The artwork's title at the time. */
      title: string(),
      licenseUsage: string().enum(...LICENSE_USAGES),
      licenseType: string().enum(...LICENSE_TYPES),
      /** Cents. */
      price: number(),
    }),
  );

/** Additions of an offer to the standard licence; absent without any. */
export const agreedAttributes = {
  licenseTerms: string().optional(),
  licenseExclusive: boolean().optional(),
};

/** An artist's offer of licences to one person, with everything that was agreed; only its state changes. */
export const OfferEntity = new Entity({
  name: "offer",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    offerId: partitionKey("OFFER"),
    sk: constantSortKey("OFFER"),
    threadId: uuid(),
    artistId: uuid(),
    buyerId: uuid(),
    state: string().enum(...OFFER_STATES),
    items: licensedItems(),
    ...agreedAttributes,
    /** Cents, of all items together. */
    amounts: map({
      price: number(),
      buyerFee: number(),
      sellerFee: number(),
      discount: number(),
      orderSpent: number(),
      orderEarned: number(),
      orderFee: number(),
    }),
    /** Epoch seconds at which it expires. */
    until: number(),
    /** The order whose payment is open. */
    pending: uuid().optional(),
    /** The order of a bought offer. */
    orderId: uuid().optional(),
  }),
});
