import { Entity } from "dynamodb-toolbox/entity";
import { any, boolean, item, number, string } from "dynamodb-toolbox/schema";
import { SOURCE_CODES } from "#shared/artwork-sources.ts";
import type { Medium } from "#shared/mediums.ts";
import { AVAILABILITIES, LICENSES, TYPES, USES } from "#shared/rules/artwork-terms.ts";
import { MATURITY_MARKS } from "#shared/rules/maturity.ts";
import { WATERMARKS } from "#shared/rules/watermarks.ts";
import { attributeCodec } from "../../platform/table/attribute-codec.ts";
import { CARD } from "../../platform/table/indexes.ts";
import { compactId, constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";
import { compactFolder } from "../media/compact-folder.ts";
import { lookAttribute } from "../media/stored-look.ts";
import type { User } from "../users/find-user.ts";
import { cardTexts, pageTexts } from "./stored-texts.ts";

const CHOICES = [AVAILABILITIES, TYPES, LICENSES, USES] as const;

/** Labels that may follow the terms. */
const LABELS = [...SOURCE_CODES, ...MATURITY_MARKS] as const;

/**
 * Stores "availability type license use" and labels as one letter each; the first letters differ within every choice and
 * among labels. Labels stand behind the terms because indexes project those and take no further attribute.
 */
const termsCode = {
  encode: (words: string) =>
    words
      .split(" ")
      .map((word) => word.charAt(0))
      .join(""),
  decode: (letters: string) =>
    [...letters].map((letter, at) => (CHOICES[at] ?? LABELS).find((word) => word.startsWith(letter))).join(" "),
};

/** Stores tags, which have no spaces, as one text: an update then replaces all of them. */
const tagsCode = attributeCodec({
  encode: (tags: readonly string[]) => tags.join(" "),
  decode: (text: string) => text.split(" ").filter((tag) => tag !== ""),
});

type Names = Pick<User, "name" | "fullName">;

/** Stores the username, which has no space, and behind it the full name, because indexes take no further attribute. */
const namesCode = attributeCodec({
  encode: ({ name, fullName }: Names) => (fullName ? `${name} ${fullName}` : name),
  decode(text: string): Names {
    const [name = "", ...fullName] = text.split(" ");
    return { name, fullName: fullName.join(" ") };
  },
});

/** The part of an artwork that its current version decides, as stored in the artwork and in each version. */
const versionAttributes = {
  cardTexts: cardTexts().savedAs(CARD.cardTexts),
  pageTexts: pageTexts().savedAs("d"),
  /** Absent, as the medium, in what was published before there were any. */
  tags: any().castAs<readonly string[]>().optional().transform(tagsCode).savedAs("tg"),
  /** Empty for none, so that an update takes a former one away. */
  medium: any().castAs<Medium | "">().optional().savedAs("md"),
  terms: string().transform(termsCode).savedAs(CARD.terms),
  personal: number().savedAs(CARD.personal),
  commercial: number().savedAs(CARD.commercial),
  mediaId: compactId().savedAs("m"),
  /** The folder of its previews; a secret while they aren't public. */
  previewKey: compactFolder().savedAs(CARD.previewKey),
  placeholder: string().savedAs(CARD.placeholder),
  width: number().savedAs(CARD.width),
  height: number().savedAs(CARD.height),
  bytes: number().savedAs("b"),
  mime: string().savedAs("mi"),
  sha256: string().savedAs("sha"),
  number: number().savedAs("vn"),
  /** How the picture looks; absent in what was published before pictures were looked at. */
  look: lookAttribute(),
};

/** Its parts format lists, which hold some of it. */
export const artworkSchema = item({
  artworkId: partitionKey("A"),
  sk: constantSortKey("A"),
  ...versionAttributes,
  versionId: compactId().savedAs(CARD.versionId),
  ownerId: compactId().savedAs(CARD.ownerId),
  /** As cards show them: a long full name is cut. */
  ownerNames: any().castAs<Names>().optional().transform(namesCode).savedAs(CARD.ownerNames),
  ownerFullName: string().optional().savedAs("fn"),
  ownerAvatar: compactId().optional().savedAs(CARD.ownerAvatar),
  visibility: string().enum("visible", "invisible").savedAs("vi"),
  /** How its previews are marked where it costs money; absent in what was published before there was a choice. */
  watermark: string()
    .enum(...WATERMARKS)
    .optional()
    .savedAs("wm"),
  /** Present while operators block the artwork or its owner's account; `shownBefore` keeps the former visibility. */
  blocked: string().enum("account", "artwork").optional().savedAs("bk"),
  shownBefore: boolean().optional().savedAs("bv"),
  favorites: number().savedAs(CARD.favorites).default(0),
  ratingSum: number().savedAs(CARD.ratingSum).default(0),
  ratingCount: number().savedAs(CARD.ratingCount).default(0),
  comments: number().savedAs("c").default(0),
  /** How often its comments changed: a page that shows an older count has something to read. */
  commentRevision: number().optional().savedAs("cr"),
  /** How many payments for it were ever started; a write on condition of this count fails when another one begins. */
  payments: number().optional().savedAs("py"),
  /** Present from its creation until it is announced to followers, and while it is hidden on the way; older artwork isn't announced. */
  unannounced: boolean().optional().savedAs("na"),
  /** ISO 8601; the item stays as a tombstone, so that orders and cursors still resolve. */
  deletedAt: string().optional().savedAs("x"),
  /** Keys of the indexes; absent where the artwork isn't in the list. */
  newest: string().optional().savedAs("n"),
  popular: string().optional().savedAs("p"),
  popularRank: string().optional().savedAs("ps"),
  ofOwner: string().optional().savedAs("o"),
  shownOfOwner: string().optional().savedAs("s"),
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
    artworkId: partitionKey("A"),
    versionId: sortKey("V"),
    ...versionAttributes,
    /** How many licences to it were sold; such a version outlives its artwork. */
    sold: number().savedAs("so").default(0),
  }),
});
