import type { Source } from "#shared/artwork-sources.ts";
import type { ArtworkCard, ArtworkForm, LicenseOption, OwnArtworkCard } from "#shared/model/artwork.ts";
import { ArtworkId, UserId, VersionId } from "#shared/model/ids.ts";
import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";
import { type FeeSchedule, feesOf } from "#shared/rules/fees.ts";
import { licenseOptionsOf } from "#shared/rules/license-options.ts";
import { STANDARD_WATERMARK } from "#shared/rules/watermarks.ts";
import { createdOf } from "../../platform/runtime/time.ts";
import { avatarPath, previewsOf } from "../media/preview-paths.ts";
import type { CARD_ATTRIBUTES } from "./artwork-lists.ts";
import type { ArtworkItem } from "./find-artwork.ts";
import { textsIn } from "./stored-texts.ts";

/** Terms as the table stores them. */
export interface StoredTerms {
  /** With the source of the picture behind them, where it is known. */
  readonly terms: string;
  readonly personal: number;
  readonly commercial: number;
}

/** Attributes of an artwork in the list indexes. */
export type CardItem = Pick<ArtworkItem, (typeof CARD_ATTRIBUTES)[number]>;

export const storedTerms = (form: ArtworkTerms & Pick<ArtworkForm, "artworkSource">): StoredTerms => ({
  terms: [form.artworkAvailability, form.artworkType, form.artworkLicense, form.artworkUse, form.artworkSource]
    .filter(Boolean)
    .join(" "),
  personal: form.artworkPersonal,
  commercial: form.artworkCommercial,
});

export function artworkTermsIn({ terms, personal, commercial }: StoredTerms): ArtworkTerms {
  const [artworkAvailability, artworkType, artworkLicense, artworkUse] = terms.split(" ");
  return {
    artworkAvailability,
    artworkType,
    artworkLicense,
    artworkUse,
    artworkPersonal: personal,
    artworkCommercial: commercial,
  } as ArtworkTerms;
}

/** The way in which the picture was made, if its artist says so. */
export const sourceIn = ({ terms }: Pick<StoredTerms, "terms">) => (terms.split(" ")[4] ?? null) as Source | null;

/** The tags, medium and source of an artwork as the API names them. */
export const labelsIn = (item: Pick<ArtworkItem, "tags" | "medium" | "terms">) => ({
  artworkTags: [...(item.tags ?? [])],
  artworkMedium: item.medium || null,
  artworkSource: sourceIn(item),
});

/** How its previews are marked where it costs money. */
export const watermarkOf = ({ watermark }: Pick<ArtworkItem, "watermark">) => watermark ?? STANDARD_WATERMARK;

/** Average to two decimals, null before the first review. */
export const ratingOf = ({ ratingSum, ratingCount }: { ratingSum: number; ratingCount: number }) => ({
  average: ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 100) / 100,
  count: ratingCount,
});

export const artworkOwner = ({
  ownerId,
  ownerName,
  ownerAvatar,
}: Pick<CardItem, "ownerId" | "ownerName" | "ownerAvatar">) => ({
  id: UserId.parse(ownerId),
  name: ownerName ?? null,
  avatar: ownerAvatar ? avatarPath(ownerAvatar) : null,
});

export const cardOf = (item: CardItem): ArtworkCard => ({
  artworkId: ArtworkId.parse(item.artworkId),
  versionId: VersionId.parse(item.versionId),
  ...textsIn(item),
  owner: artworkOwner(item),
  ...artworkTermsIn(item),
  artworkSource: sourceIn(item),
  previews: previewsOf(item.previewKey, item.width, item.height),
  placeholder: item.placeholder,
  width: item.width,
  height: item.height,
  favorites: item.favorites,
  rating: ratingOf(item),
  created: createdOf(item.artworkId),
});

export const ownCardOf = (item: CardItem & Pick<ArtworkItem, "visibility" | "comments">): OwnArtworkCard => ({
  ...cardOf(item),
  artworkVisibility: item.visibility,
  comments: item.comments,
});

/** The licences that an artwork offers and what each costs its buyer in all, in cents; none where it isn't available. */
export const licenseOffersOf = (artwork: StoredTerms, fees: FeeSchedule): LicenseOption[] =>
  licenseOptionsOf(artworkTermsIn(artwork)).map(({ licenseType, licensePrice }) => {
    const { buyerFee, orderSpent } = feesOf(licensePrice, 0, fees);
    return { licenseType, licensePrice, buyerFee, total: orderSpent };
  });
