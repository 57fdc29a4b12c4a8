import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, map, number, string } from "dynamodb-toolbox/schema";
import {
  type ArtworkPropertyField,
  CARD_PROPERTY_FIELDS,
  getPropertyCodes,
  mapProperties,
  PAGE_PROPERTY_FIELDS,
} from "#shared/model/artwork-properties.ts";
import { type ArtworkTextField, CARD_TEXT_FIELDS, PAGE_TEXT_FIELDS } from "#shared/model/artwork-texts.ts";
import { AVAILABILITIES, LICENSES, TYPES, USES } from "#shared/rules/artwork-terms.ts";
import { WATERMARKS } from "#shared/rules/watermarks.ts";
import { constantSortKey, partitionKey, sortKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";
import { lookAttribute } from "../media/stored-look.ts";

const optionalText = () => string().optional();

/** A text that was declared later is absent from what was published before. */
const textAttributes = <F extends ArtworkTextField>(fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, optionalText()])) as Readonly<
    Record<F, ReturnType<typeof optionalText>>
  >;

const optionalCode = <F extends ArtworkPropertyField>(field: F) =>
  string()
    .enum(...getPropertyCodes(field))
    .optional();

const propertyAttributes = <F extends ArtworkPropertyField>(fields: readonly F[]) =>
  mapProperties<{ readonly [Field in F]: ReturnType<typeof optionalCode<Field>> }>(fields, optionalCode);

/** A version's attributes on cards. */
const versionCard = {
  ...textAttributes(CARD_TEXT_FIELDS),
  artworkAvailability: string().enum(...AVAILABILITIES),
  artworkType: string().enum(...TYPES),
  artworkLicense: string().enum(...LICENSES),
  artworkUse: string().enum(...USES),
  artworkPersonal: number(),
  artworkCommercial: number(),
  ...propertyAttributes(CARD_PROPERTY_FIELDS),
  /** The artist's own mark. */
  artworkMature: boolean().optional(),
  /** The folder of its previews; a secret while they aren't public. */
  previewKey: string(),
  placeholder: string(),
  width: number(),
  height: number(),
};

/** The part of an artwork that its current version decides beside the card, as stored in the artwork and in each version. */
const versionAttributes = {
  ...textAttributes(PAGE_TEXT_FIELDS),
  /** Absent in what was published before there were any. */
  artworkTags: list(string()).optional(),
  ...propertyAttributes(PAGE_PROPERTY_FIELDS),
  mediaId: uuid(),
  bytes: number(),
  mime: string(),
  sha256: string(),
  number: number(),
  /** How the picture looks; absent in what was published before pictures were looked at. */
  look: lookAttribute(),
};

/** Its parts format lists, which hold some of it. */
export const artworkSchema = item({
  artworkId: partitionKey("ARTWORK"),
  sk: constantSortKey("ARTWORK"),
  ...versionAttributes,
  /** With copies of its owner's names and avatar, and operators' mark as mature. */
  card: map({
    ...versionCard,
    flagged: boolean().optional(),
    ownerName: string().optional(),
    ownerFullName: string().optional(),
    ownerAvatar: uuid().optional(),
  }),
  versionId: uuid(),
  ownerId: uuid(),
  visibility: string().enum("visible", "invisible"),
  /** How its previews are marked where it costs money; absent in what was published before there was a choice. */
  watermark: string()
    .enum(...WATERMARKS)
    .optional(),
  /** Present while operators block the artwork or its owner's account; `shownBefore` keeps the former visibility. */
  blocked: string().enum("account", "artwork").optional(),
  shownBefore: boolean().optional(),
  favorites: number().default(0),
  ratingSum: number().default(0),
  ratingCount: number().default(0),
  comments: number().default(0),
  /** How often its comments changed: a page that shows an older count has something to read. */
  commentRevision: number().optional(),
  /** How many payments for it were ever started; a write on condition of this count fails when another one begins. */
  payments: number().optional(),
  /** Present from its creation until it is announced to followers, and while it is hidden on the way; older artwork isn't announced. */
  unannounced: boolean().optional(),
  /** ISO 8601; the item stays as a tombstone, so that orders and cursors still resolve. */
  deletedAt: string().optional(),
  /** Keys of the indexes; absent where the artwork isn't in the list. */
  newest: string().optional().savedAs("newestPk"),
  popular: string().optional().savedAs("rankedPk"),
  popularRank: string().optional().savedAs("rankedSk"),
  ofOwner: string().optional().savedAs("byOwnerPk"),
  shownOfOwner: string().optional().savedAs("shownByOwnerPk"),
});

/** An artwork with its current version copied in, so that its page is one read and a list is one query. */
export const ArtworkEntity = new Entity({
  name: "artwork",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: artworkSchema,
});

/**
 * Immutable snapshot of an artwork's offer, which orders reference. Only its count of sales and the folder of its previews
 * change: plain previews give way to watermarked ones.
 */
export const VersionEntity = new Entity({
  name: "version",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artworkId: partitionKey("ARTWORK"),
    versionId: sortKey("VERSION"),
    ...versionAttributes,
    card: map(versionCard),
    /** How many licences to it were sold; such a version outlives its artwork. */
    sold: number().default(0),
  }),
});
