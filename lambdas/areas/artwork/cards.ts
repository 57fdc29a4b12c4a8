import type { Person } from "#shared/model/account.ts";
import type { ArtworkCard, LicenseOption, OwnArtworkCard } from "#shared/model/artwork.ts";
import { CARD_PROPERTY_FIELDS, type PagePropertyField, toArtworkProperties } from "#shared/model/artwork-properties.ts";
import { toArtworkTexts } from "#shared/model/artwork-texts.ts";
import { ArtworkId, UserId, VersionId } from "#shared/model/ids.ts";
import { type ArtworkTerms, UNAVAILABLE } from "#shared/rules/artwork-terms.ts";
import { computeFees, type FeeSchedule } from "#shared/rules/fees.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";
import { STANDARD_WATERMARK } from "#shared/rules/watermarks.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { CARD_ATTRIBUTES } from "../../platform/table/indexes.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { buildAvatarPath, listPreviews } from "../media/preview-paths.ts";
import type { User } from "../users/find-user.ts";
import type { ArtworkItem } from "./find-artwork.ts";

/** Attributes of an artwork in the list indexes. */
export type CardItem = Pick<ArtworkItem, "artworkId" | (typeof CARD_ATTRIBUTES)[number]>;

/** An artwork, or a version of it. */
interface WithCard {
  readonly card: Omit<ArtworkItem["card"], "flagged">;
}

/** The texts of an item; missing ones are empty. */
export const getTexts = (item: WithCard & Parameters<typeof toArtworkTexts>[0]) =>
  toArtworkTexts({ ...item, ...item.card });

export const getTitle = (item: WithCard) => getTexts(item).artworkTitle;

/** The terms that its artist chose. */
export const getStoredTerms = ({ card }: WithCard): ArtworkTerms => ({
  artworkAvailability: card.artworkAvailability,
  artworkType: card.artworkType,
  artworkLicense: card.artworkLicense,
  artworkUse: card.artworkUse,
  artworkPersonal: card.artworkPersonal,
  artworkCommercial: card.artworkCommercial,
});

/** The terms on offer; none while the artwork is sold exclusively. */
export const toArtworkTerms = (item: WithCard): ArtworkTerms =>
  item.card.soldExclusively ? UNAVAILABLE : getStoredTerms(item);

const toExclusiveSale = ({ card }: WithCard) => (card.soldExclusively ? { soldExclusively: true } : {});

/** An artwork's properties; null if its artist left them out. */
export const getProperties = (item: WithCard & Pick<ArtworkItem, PagePropertyField>) =>
  toArtworkProperties({ ...item, ...item.card }, null);

/** True if its artist or operators marked it as mature. */
export const isMature = ({ card }: Pick<ArtworkItem, "card">) => card.artworkMature === true || card.flagged === true;

/** The tags, properties and artist's mark of an artwork as the API names them. */
export const getLabels = (item: WithCard & Pick<ArtworkItem, "artworkTags" | PagePropertyField>) => ({
  artworkTags: [...(item.artworkTags ?? [])],
  ...getProperties(item),
  artworkMature: item.card.artworkMature === true,
});

/** Watermark of paid artwork's previews. */
export const getWatermark = ({ watermark }: Pick<ArtworkItem, "watermark">) => watermark ?? STANDARD_WATERMARK;

/** Average to two decimals, null before the first review. */
export const toRating = ({ ratingSum, ratingCount }: { ratingSum: number; ratingCount: number }) => ({
  average: ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 100) / 100,
  count: ratingCount,
});

/** Copies of an account's names and avatar for an artwork's card. */
export const toOwnerCard = ({ name, fullName, avatarKey }: Pick<User, "name" | "fullName" | "avatarKey">) => ({
  ownerName: name,
  ownerFullName: fullName,
  ownerAvatar: avatarKey,
});

export const getArtworkOwner = ({ ownerId, card }: Pick<CardItem, "ownerId" | "card">): Person => ({
  id: UserId.parse(ownerId),
  name: card.ownerName ?? null,
  fullName: card.ownerFullName ?? "",
  avatar: card.ownerAvatar ? buildAvatarPath(card.ownerAvatar) : null,
});

/** The API's picture of an item. */
export const toPicture = ({ card: { previewKey, placeholder, width, height } }: WithCard) => ({
  previews: listPreviews(previewKey, width, height),
  placeholder,
  width,
  height,
});

export const toCard = (item: CardItem): ArtworkCard => ({
  artworkId: ArtworkId.parse(item.artworkId),
  versionId: VersionId.parse(item.versionId),
  ...getTexts(item),
  owner: getArtworkOwner(item),
  ...toArtworkTerms(item),
  ...toArtworkProperties(item.card, null, CARD_PROPERTY_FIELDS),
  ...toExclusiveSale(item),
  ...toPicture(item),
  mature: isMature(item),
  favorites: item.favorites,
  rating: toRating(item),
  created: getCreatedAt(item.artworkId),
});

/** Cards of the readable items; malformed ones are left out. */
export const toCards = (items: readonly CardItem[]) => mapReadable(items, toCard);

export const toOwnCard = (item: CardItem & Pick<ArtworkItem, "visibility" | "comments">): OwnArtworkCard => ({
  ...toCard(item),
  artworkVisibility: item.visibility,
  comments: item.comments,
});

/** The licences on offer with the buyer's total price in cents; none for unavailable artwork. */
export const listLicenseOffers = (artwork: WithCard, fees: FeeSchedule): LicenseOption[] =>
  listLicenseOptions(toArtworkTerms(artwork)).map(({ licenseType, licensePrice }) => {
    const { buyerFee, orderSpent } = computeFees(licensePrice, 0, fees);
    return { licenseType, licensePrice, buyerFee, total: orderSpent };
  });
