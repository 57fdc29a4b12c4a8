import { SOURCE_CODES, type Source } from "#shared/artwork-sources.ts";
import type { Person } from "#shared/model/account.ts";
import type { ArtworkCard, ArtworkForm, LicenseOption, OwnArtworkCard } from "#shared/model/artwork.ts";
import { ArtworkId, UserId, VersionId } from "#shared/model/ids.ts";
import type { ArtworkTerms } from "#shared/rules/artwork-terms.ts";
import { type FeeSchedule, feesOf } from "#shared/rules/fees.ts";
import { licenseOptionsOf } from "#shared/rules/license-options.ts";
import { MATURITY_MARKS, type MaturityMark } from "#shared/rules/maturity.ts";
import { shorten } from "#shared/rules/visible-text.ts";
import { STANDARD_WATERMARK } from "#shared/rules/watermarks.ts";
import { createdOf } from "../../platform/runtime/time.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { avatarPath, previewsOf } from "../media/preview-paths.ts";
import type { User } from "../users/find-user.ts";
import type { CARD_ATTRIBUTES } from "./artwork-lists.ts";
import type { ArtworkItem } from "./find-artwork.ts";
import { textsIn } from "./stored-texts.ts";

/** Terms as the table stores them. */
export interface StoredTerms {
  /** With labels behind them: the source of the picture, where it is known, and who marked it as mature. */
  readonly terms: string;
  readonly personal: number;
  readonly commercial: number;
}

/** Attributes of an artwork in the list indexes. */
export type CardItem = Pick<ArtworkItem, (typeof CARD_ATTRIBUTES)[number]>;

export const storedTerms = (
  form: ArtworkTerms & Pick<ArtworkForm, "artworkSource" | "artworkMature">,
): StoredTerms => ({
  terms: [
    form.artworkAvailability,
    form.artworkType,
    form.artworkLicense,
    form.artworkUse,
    form.artworkSource,
    form.artworkMature && ("mature" satisfies MaturityMark),
  ]
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

type Labelled = Pick<StoredTerms, "terms">;

/** The way in which the picture was made, if its artist says so. */
export const sourceIn = ({ terms }: Labelled): Source | null =>
  SOURCE_CODES.find((source) => terms.split(" ").includes(source)) ?? null;

const isMarked = ({ terms }: Labelled, mark: MaturityMark) => terms.split(" ").includes(mark);

/** True where its artist or operators marked it. */
export const isMature = (item: Labelled) => MATURITY_MARKS.some((mark) => isMarked(item, mark));

/** Terms with operators' mark, or without. */
export const flaggedTerms = ({ terms }: Labelled, isFlagged: boolean) => {
  const flag: MaturityMark = "flagged";
  const others = terms.split(" ").filter((word) => word !== flag);
  return [...others, ...(isFlagged ? [flag] : [])].join(" ");
};

/** Terms of a next version, under operators' mark where the artwork has it. */
export const nextTerms = (next: Labelled, current: Labelled) => flaggedTerms(next, isMarked(current, "flagged"));

/** The tags, medium, source and artist's mark of an artwork as the API names them. */
export const labelsIn = (item: Pick<ArtworkItem, "tags" | "medium" | "terms">) => ({
  artworkTags: [...(item.tags ?? [])],
  artworkMedium: item.medium || null,
  artworkSource: sourceIn(item),
  artworkMature: isMarked(item, "mature"),
});

/** How its previews are marked where it costs money. */
export const watermarkOf = ({ watermark }: Pick<ArtworkItem, "watermark">) => watermark ?? STANDARD_WATERMARK;

/** Average to two decimals, null before the first review. */
export const ratingOf = ({ ratingSum, ratingCount }: { ratingSum: number; ratingCount: number }) => ({
  average: ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 100) / 100,
  count: ratingCount,
});

/** Characters of a full name on a card: with longer ones a page of cards with long titles takes more than a read unit. */
const LONGEST_ON_CARD = 40;

/** Copies of an account's names for an artwork. */
export function ownerNamesOf({ name, fullName }: Pick<User, "name" | "fullName">) {
  return { ownerNames: { name, fullName: shorten(fullName, LONGEST_ON_CARD) }, ownerFullName: fullName };
}

export const artworkOwner = ({
  ownerId,
  ownerNames,
  ownerFullName,
  ownerAvatar,
}: Pick<CardItem, "ownerId" | "ownerNames" | "ownerAvatar"> & Partial<Pick<ArtworkItem, "ownerFullName">>): Person => ({
  id: UserId.parse(ownerId),
  name: ownerNames?.name ?? null,
  fullName: ownerFullName ?? ownerNames?.fullName ?? "",
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
  mature: isMature(item),
  favorites: item.favorites,
  rating: ratingOf(item),
  created: createdOf(item.artworkId),
});

/** Cards of those that have everything that a card shows. */
export const cardsOf = (items: readonly CardItem[]) => mapReadable(items, cardOf);

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
