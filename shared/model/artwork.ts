import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";
import {
  type ArtworkTermsInput,
  AVAILABILITIES,
  findArtworkTermsProblems,
  LICENSES,
  normalizeArtworkTerms,
  TYPES,
  USES,
  VISIBILITIES,
} from "../rules/artwork-terms.ts";
import { LICENSE_TYPES } from "../rules/license-options.ts";
import { findTagsProblem, normalizeTag, normalizeTags } from "../rules/tags.ts";
import { WATERMARKS } from "../rules/watermarks.ts";
import { Person, PublicUser, Rating } from "./account.ts";
import {
  ARTWORK_PROPERTY_FIELDS,
  type ArtworkPropertyField,
  CARD_PROPERTY_FIELDS,
  getPropertyCodes,
  mapProperties,
} from "./artwork-properties.ts";
import {
  ARTWORK_TEXT_FIELDS,
  type ArtworkTextField,
  artworkText,
  CARD_TEXT_FIELDS,
  type RequiredTextField,
} from "./artwork-texts.ts";
import { ArtworkId, MediaId, VersionId } from "./ids.ts";
import { Preview } from "./media.ts";
import {
  amount,
  choice,
  licensePrice,
  optionalLines,
  optionalText,
  requiredLines,
  requiredText,
} from "./primitives.ts";

/** The type only; the bounds depend on other fields: see `findArtworkTermsProblems`. */
const Price = z.optional(z.number({ error: MESSAGES.notPositiveInteger }));

type TextSchemas = {
  [F in ArtworkTextField]: ReturnType<F extends RequiredTextField ? typeof requiredText : typeof optionalText>;
};

const texts = Object.fromEntries(
  ARTWORK_TEXT_FIELDS.map((field) => {
    const { required, multiline, max } = artworkText(field);
    const [requiredSchema, optionalSchema] = multiline ? [requiredLines, optionalLines] : [requiredText, optionalText];
    return [field, required ? requiredSchema(max) : optionalSchema(max)];
  }),
) as TextSchemas;

/** Texts of a response: omitted ones are empty. */
const buildTextOutputs = <F extends ArtworkTextField>(shown: readonly F[]) =>
  Object.fromEntries(shown.map((field) => [field, z.string()])) as Record<F, z.ZodMiniString>;

/** One tag in any spelling. */
export const Tag = z.pipe(
  z.string({ error: MESSAGES.notString }).check(z.refine((text) => !findTagsProblem([text]), MESSAGES.tagInvalid)),
  z.transform((text: string) => normalizeTag(text)),
);

/** A tag and how many visible works have it. */
export const UsedTag = z.object({ tag: z.string(), count: z.number() });
export type UsedTag = z.output<typeof UsedTag>;

/** Tags, normalized and without duplicates; none by default. */
const Tags = z.pipe(
  z.array(z.string({ error: MESSAGES.notString }), { error: MESSAGES.invalid }).check(({ value, issues }) => {
    const message = findTagsProblem(value);
    if (message) issues.push({ code: "custom", message, path: [], input: value });
  }),
  z.transform((texts: string[]) => normalizeTags(texts)),
);

/** One of a property's codes. */
export const propertyCode = <F extends ArtworkPropertyField>(field: F) =>
  z.enum(getPropertyCodes(field), { error: MESSAGES.invalid });

const nullableCode = <F extends ArtworkPropertyField>(field: F) => z.nullable(propertyCode(field));
const optionalCode = <F extends ArtworkPropertyField>(field: F) => z.optional(nullableCode(field));

const properties = mapProperties<{ [F in ArtworkPropertyField]: ReturnType<typeof optionalCode<F>> }>(
  ARTWORK_PROPERTY_FIELDS,
  optionalCode,
);

/** Properties of a response: omitted ones are null. */
const buildPropertyOutputs = <F extends ArtworkPropertyField>(shown: readonly F[]) =>
  mapProperties<{ [Field in F]: ReturnType<typeof nullableCode<Field>> }>(shown, nullableCode);

const fields = {
  ...texts,
  artworkTags: z.optional(Tags),
  ...properties,
  /** The artist's own mature mark; unchanged if omitted. */
  artworkMature: z.optional(z.boolean({ error: MESSAGES.invalid })),
  artworkAvailability: choice(AVAILABILITIES),
  artworkType: z.optional(choice(TYPES)),
  artworkLicense: z.optional(choice(LICENSES)),
  artworkUse: z.optional(choice(USES)),
  artworkPersonal: Price,
  artworkCommercial: Price,
  artworkVisibility: choice(VISIBILITIES),
  /** Watermark of public previews of paid artwork; `light` by default, and not part of the version. */
  artworkWatermark: z.optional(choice(WATERMARKS)),
};

const checkTerms = <T extends ArtworkTermsInput>(context: z.core.ParsePayload<T>) => {
  for (const [field, message] of Object.entries(findArtworkTermsProblems(context.value))) {
    context.issues.push({ code: "custom", message, path: [field], input: context.value });
  }
};

const normalized = <T extends ArtworkTermsInput>(form: T) => ({ ...form, ...normalizeArtworkTerms(form) });

const FormFields = z.object(fields).check(checkTerms);

/** The artwork form without its file. Its output is normalized: fields implied by others are filled in. */
export const ArtworkForm = z.pipe(FormFields, z.transform(normalized));
export type ArtworkForm = z.output<typeof ArtworkForm>;
export type ArtworkFormInput = z.input<typeof ArtworkForm>;

/** The form and its picture. */
export const NewArtwork = z.pipe(
  z
    .object({
      ...fields,
      mediaId: z
        .string({ error: ({ input }) => (input === undefined ? MESSAGES.fileMissing : MESSAGES.notString) })
        .check(z.toLowerCase(), z.uuid(MESSAGES.invalidUuid))
        .brand<"media">(),
    })
    .check(checkTerms),
  z.transform(normalized),
);

/**
 * A change. With every required field it is the whole form, so a description, tags or a property left out
 * are cleared; with some of them, the rest stays. All but a change of visibility or watermark needs the version it is based on.
 */
export const ArtworkChange = z.object({
  ...z.partial(z.object(fields)).shape,
  mediaId: z.optional(MediaId),
  expectedVersion: z.optional(VersionId),
});
export type ArtworkChange = z.output<typeof ArtworkChange>;

const terms = {
  artworkAvailability: choice(AVAILABILITIES),
  artworkType: choice(TYPES),
  artworkLicense: choice(LICENSES),
  artworkUse: choice(USES),
  artworkPersonal: z.number(),
  artworkCommercial: z.number(),
};

const picture = {
  previews: z.array(Preview),
  /** Thumbhash in base64. */
  placeholder: z.string(),
  /** Pixels of the original, after applying its orientation. */
  width: z.number(),
  height: z.number(),
  /** Marked as mature by its artist or by operators: clients hide it until the viewer asks for it. */
  mature: z.boolean(),
};

/** True while an exclusive licence is in force, so that no other is offered; absent otherwise. */
const soldExclusively = { soldExclusively: z.optional(z.boolean()) };

/** An artwork in a list. */
export const ArtworkCard = z.object({
  artworkId: ArtworkId,
  versionId: VersionId,
  ...buildTextOutputs(CARD_TEXT_FIELDS),
  owner: Person,
  ...terms,
  ...soldExclusively,
  ...buildPropertyOutputs(CARD_PROPERTY_FIELDS),
  ...picture,
  favorites: z.number(),
  rating: Rating,
  created: z.string(),
});
export type ArtworkCard = z.output<typeof ArtworkCard>;

/** `followed`: the caller follows the artist. `followNotify`: they are notified of new work and announcements. Absent for a visitor. */
const follow = { followed: z.optional(z.boolean()), followNotify: z.optional(z.boolean()) };
/** A suggested artwork, with its smallest preview unless that is mature. */
export const SuggestedArtwork = z.extend(z.pick(ArtworkCard, { artworkId: true, artworkTitle: true, owner: true }), {
  preview: z.nullable(Preview),
});
export type SuggestedArtwork = z.output<typeof SuggestedArtwork>;

/** The fields that a picture needs. */
export const CardPicture = z.pick(ArtworkCard, {
  artworkId: true,
  owner: true,
  previews: true,
  placeholder: true,
  width: true,
  height: true,
  mature: true,
});

/** A medium or tag with a sample picture and its count of visible works. */
export const Category = z.extend(UsedTag, {
  artwork: CardPicture,
});
export type Category = z.output<typeof Category>;

/** A user's public page. */
export const Profile = z.extend(PublicUser, {
  /** Number of followers; their names are private. */
  followers: z.number(),
  ...follow,
  /** Websites, https only; names of hosts are in ASCII. */
  links: z.array(z.string()),
  /** Artwork at the top of the page; null without one that visitors can see. */
  banner: z.nullable(ArtworkCard),
  /** Artwork that the user pinned, in their order. */
  pinned: z.array(ArtworkCard),
});
export type Profile = z.output<typeof Profile>;

/** An artwork in its owner's list. */
export const OwnArtworkCard = z.extend(ArtworkCard, {
  artworkVisibility: choice(VISIBILITIES),
  comments: z.number(),
  /** Orders of all time, free and refunded ones included; absent if there are none. */
  sales: z.optional(z.number()),
  /** Views of all time, once per visitor and day; absent if there are none. */
  views: z.optional(z.number()),
});
/** Orders of an owner's list. */
export const OWN_ARTWORK_SORTS = ["newest", "title", "price", "sales", "views"] as const;
export type OwnArtworkCard = z.output<typeof OwnArtworkCard>;

/** An owner's upload, for a picker. */
export const UploadCard = z.pick(ArtworkCard, {
  artworkId: true,
  versionId: true,
  artworkTitle: true,
  previews: true,
  placeholder: true,
  width: true,
  height: true,
  mature: true,
  created: true,
});

/** A licence on offer; money in cents. */
export const LicenseOption = z.object({
  licenseType: choice(LICENSE_TYPES),
  licensePrice: licensePrice(),
  buyerFee: amount(),
  total: amount(),
});
export type LicenseOption = z.output<typeof LicenseOption>;

export const ArtworkDetail = z.object({
  artwork: z.object({
    artworkId: ArtworkId,
    currentVersionId: VersionId,
    artworkVisibility: choice(VISIBILITIES),
    artworkWatermark: choice(WATERMARKS),
    favorites: z.number(),
    comments: z.number(),
    rating: Rating,
    created: z.string(),
    ...soldExclusively,
  }),
  version: z.object({
    versionId: VersionId,
    number: z.number(),
    ...buildTextOutputs(ARTWORK_TEXT_FIELDS),
    /** In their artist's order; empty where there are none. */
    artworkTags: z.array(z.string()),
    ...buildPropertyOutputs(ARTWORK_PROPERTY_FIELDS),
    /** The artist's own mark; `mature` is true for that of operators too. */
    artworkMature: z.boolean(),
    ...terms,
    ...picture,
    bytes: z.number(),
    mime: z.string(),
    created: z.string(),
  }),
  owner: Person,
  /** True if it is a favourite of the caller; false for visitors. */
  favorited: z.boolean(),
  ...follow,
  licenses: z.array(LicenseOption),
  /** True while nobody can take a license, because the artist's account is suspended. */
  purchasesDisabled: z.optional(z.literal(true)),
});
export type ArtworkDetail = z.output<typeof ArtworkDetail>;
