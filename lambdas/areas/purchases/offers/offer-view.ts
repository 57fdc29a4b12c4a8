import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { ArtworkId, OfferId, OrderId, ThreadId, VersionId } from "#shared/model/ids.ts";
import type { Offer, OpenOffer } from "#shared/model/offer.ts";
import { toBreakdown } from "#shared/rules/fees.ts";
import { getOfferStatus } from "#shared/rules/offers.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { getCreatedAt, toIso } from "../../../platform/runtime/time.ts";
import { batchGet, inBatches } from "../../../platform/table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../../../platform/table/marketplace-table.ts";
import { VersionEntity } from "../../artwork/artwork.entity.ts";
import { getTexts, isMature, toPicture } from "../../artwork/cards.ts";
import { findCards } from "../../artwork/find-cards.ts";
import { findVersions } from "../../artwork/find-versions.ts";
import { findPeople } from "../../users/find-people.ts";
import { findOfferIntent, isExpired } from "../order/find-intent.ts";
import { findTradingArtist, type OfferItem } from "./find-offers.ts";

interface ViewServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

type Shown = Omit<OfferItem, "sk">;

/** The offered versions by id; a deleted or taken down artwork's are missing. */
async function findOfferedVersions(table: OpenTable, offers: readonly Shown[]) {
  const items = offers.flatMap((offer) => offer.items);
  const byVersion = new Map(items.map(({ artworkId, versionId }) => [versionId, { artworkId, versionId }]));
  const artworkIds = [...new Set(items.map(({ artworkId }) => artworkId))];
  const [versions, cards] = await Promise.all([
    inBatches([...byVersion.values()], (keys) => {
      const requests = keys.map((key) => VersionEntity.build(BatchGetRequest).key(key));
      return batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...requests));
    }),
    inBatches(artworkIds, async (ids) => [...(await findCards(table, ids))]),
  ]);
  const artworks = new Map(cards);
  return new Map(
    versions.flatMap((version) => {
      const card = version && artworks.get(version.artworkId);
      if (!version || !card || card.deletedAt || card.blocked) return [];
      const picture = {
        ...toPicture(version),
        artworkAlt: getTexts(version).artworkAlt || undefined,
        mature: isMature(card),
      };
      return [[version.versionId, picture]];
    }),
  );
}

/** Offers of one conversation as one of its sides sees them, in their order. */
export async function showOffers(
  { table, now }: ViewServices,
  offers: readonly Shown[],
  readerId: string,
): Promise<Offer[]> {
  const [first] = offers;
  if (!first) return [];
  const isAwaited = offers.some(({ state }) => state === "open");
  const [pictures, trading, intents] = await Promise.all([
    findOfferedVersions(table, offers),
    isAwaited ? findTradingArtist(table, first) : undefined,
    Promise.all(offers.map((offer) => findOfferIntent(table, offer))),
  ]);
  return offers.map((offer, at) => {
    const { offerId, threadId, items, licenseTerms, licenseExclusive, amounts, until, orderId } = offer;
    const intent = intents[at];
    const pending = intent && !isExpired(intent, now()) ? intent.orderId : undefined;
    const isEnded = (isAwaited && !trading) || items.some(({ versionId }) => !pictures.has(versionId));
    const isOwn = readerId === offer.artistId;
    return {
      offerId: OfferId.parse(offerId),
      threadId: ThreadId.parse(threadId),
      status: getOfferStatus({ ...offer, pending }, now(), isEnded),
      created: getCreatedAt(offerId),
      expires: toIso(until),
      own: isOwn,
      items: items.map(({ artworkId, versionId, title, licenseUsage, licenseType, price }) => ({
        artworkId: ArtworkId.parse(artworkId),
        versionId: VersionId.parse(versionId),
        artworkTitle: title,
        picture: pictures.get(versionId) ?? null,
        licenseUsage,
        licenseType,
        licensePrice: price,
      })),
      terms: licenseTerms ?? "",
      exclusive: licenseExclusive ?? false,
      breakdown: toBreakdown(amounts),
      ...(isOwn ? { orderEarned: amounts.orderEarned } : {}),
      paying: pending !== undefined,
      ...(orderId ? { orderId: OrderId.parse(orderId) } : {}),
    };
  });
}

export async function showOffer(services: ViewServices, offer: Shown, readerId: string): Promise<Offer> {
  const [shown] = await showOffers(services, [offer], readerId);
  if (!shown) throw new Error("An offer that was read isn't shown");
  return shown;
}

/** Licences to an artwork that are in force, in all of its versions. */
async function countLicenses(table: OpenTable, artworkId: string) {
  const versions = await findVersions(table, artworkId);
  return { artworkId: ArtworkId.parse(artworkId), count: versions.reduce((sum, { sold }) => sum + sold, 0) };
}

export async function showOpenOffer(services: ViewServices, offer: Shown, readerId: string): Promise<OpenOffer> {
  const { table } = services;
  const { artistId, buyerId, items, licenseExclusive } = offer;
  const [shown, getPerson, licensesSold] = await Promise.all([
    showOffer(services, offer, readerId),
    findPeople(table, [artistId, buyerId]),
    licenseExclusive ? Promise.all(items.map(({ artworkId }) => countLicenses(table, artworkId))) : undefined,
  ]);
  return {
    ...shown,
    artist: getPerson(artistId),
    buyer: getPerson(buyerId),
    ...(licensesSold ? { licensesSold } : {}),
  };
}
