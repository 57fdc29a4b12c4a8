import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { batchGet, inBatches } from "../../../platform/table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../../../platform/table/marketplace-table.ts";
import { hasBlocked } from "../../messages/find-blocks.ts";
import { findOpenUser } from "../../users/open-account.ts";
import { isSuspended } from "../../users/suspension.ts";
import { OfferEntity } from "./offer.entity.ts";

export async function findOffer(table: OpenTable, offerId: string) {
  const { Item } = await table.send(OfferEntity.build(GetItemCommand).key({ offerId }).options({ consistent: true }));
  return Item;
}

export type OfferItem = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** An offer for one of its two sides; undefined for anyone else. */
export async function findOwnOffer(table: OpenTable, offerId: string, userId: string) {
  const offer = await findOffer(table, offerId);
  return offer && (offer.artistId === userId || offer.buyerId === userId) ? offer : undefined;
}

/** Offers by their ids, without missing ones. */
export async function findOffers(table: OpenTable, offerIds: readonly string[]): Promise<OfferItem[]> {
  const found = await inBatches(offerIds, (ids) => {
    const requests = ids.map((offerId) => OfferEntity.build(BatchGetRequest).key({ offerId }));
    return batchGet(
      table,
      MarketplaceTable.build(BatchGetCommand)
        .requests(...requests)
        .options({ consistent: true }),
    );
  });
  return found.filter((offer) => offer !== undefined);
}

/** The artist while both sides' accounts are open, the artist may sell, and neither side has blocked the other. */
export async function findTradingArtist(
  table: OpenTable,
  { artistId, buyerId }: Pick<OfferItem, "artistId" | "buyerId">,
) {
  const [artist, buyer, ...blocked] = await Promise.all([
    findOpenUser(table, artistId),
    findOpenUser(table, buyerId),
    hasBlocked(table, artistId, buyerId),
    hasBlocked(table, buyerId, artistId),
  ]);
  return artist && !isSuspended(artist) && buyer && !blocked.includes(true) ? artist : undefined;
}
