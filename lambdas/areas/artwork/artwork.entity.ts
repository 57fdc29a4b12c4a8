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

/** A text field that was added later is missing on older items. */
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
  /** The artist's own mature mark. */
  artworkMature: boolean().optional(),
  /** Folder of its previews; secret while they aren't public. */
  previewKey: string(),
  placeholder: string(),
  width: number(),
  height: number(),
};

/** The attributes of the current version, besides the card, as stored in the artwork and in each version. */
const versionAttributes = {
  ...textAttributes(PAGE_TEXT_FIELDS),
  /** Absent on artwork published before tags existed. */
  artworkTags: list(string()).optional(),
  ...propertyAttributes(PAGE_PROPERTY_FIELDS),
  mediaId: uuid(),
  bytes: number(),
  mime: string(),
  sha256: string(),
  number: number(),
  /** Visual properties of the picture; missing on older items. */
  look: lookAttribute(),
};

/** Parts of it format list items, which have some of its attributes. */
export const artworkSchema = item({
  artworkId: partitionKey("ARTWORK"),
  sk: constantSortKey("ARTWORK"),
  ...versionAttributes,
  /** With copies of its owner's names and avatar, operators' mark as mature, and whether it was sold exclusively. */
  card: map({
    ...versionCard,
    flagged: boolean().optional(),
    soldExclusively: boolean().optional(),
    ownerName: string().optional(),
    ownerFullName: string().optional(),
    ownerAvatar: uuid().optional(),
  }),
  versionId: uuid(),
  ownerId: uuid(),
  visibility: string().enum("visible", "invisible"),
  /** Watermark of paid artwork's previews; missing on older items. */
  watermark: string()
    .enum(...WATERMARKS)
    .optional(),
  /** Present while operators block the artwork or its owner's account; `shownBefore` is the former visibility. */
  blocked: string().enum("account", "artwork").optional(),
  shownBefore: boolean().optional(),
  favorites: number().default(0),
  ratingSum: number().default(0),
  ratingCount: number().default(0),
  comments: number().default(0),
  /** Number of changes to its comments; open pages reload comments when it grows. */
  commentRevision: number().optional(),
  /** Number of payments ever started for it; writes are conditional on it, so a payment that starts meanwhile makes them fail. */
  payments: number().optional(),
  /** Number of open payments for it, which an exclusive sale waits for. */
  openPayments: number().optional(),
  /** The order that buys it exclusively, from the beginning of its payment on; until a refund nobody else can buy it. */
  exclusiveOrder: uuid().optional(),
  /**
   * Present from creation until its followers are notified, including while hidden; nobody is notified of older
   * artwork.
   */
  unannounced: boolean().optional(),
  /** ISO 8601. The item stays as a tombstone, so that orders and cursors still resolve. */
  deletedAt: string().optional(),
  /** Index keys; absent where the artwork isn't in the list. */
  newest: string().optional().savedAs("newestPk"),
  popular: string().optional().savedAs("rankedPk"),
  popularRank: string().optional().savedAs("rankedSk"),
  ofOwner: string().optional().savedAs("byOwnerPk"),
  shownOfOwner: string().optional().savedAs("shownByOwnerPk"),
});

/** An artwork with its current version copied in. Its page is one read, and a list is one query. */
export const ArtworkEntity = new Entity({
  name: "artwork",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: artworkSchema,
});

/**
 * A snapshot of what an artwork offered, which orders refer to. Only its count of sales and the folder of its previews
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
    /** Number of licences sold; a sold version outlives its artwork. */
    sold: number().default(0),
    /** Epoch seconds until which an offer may sell it; its file is kept that long. */
    offeredUntil: number().optional(),
  }),
});
