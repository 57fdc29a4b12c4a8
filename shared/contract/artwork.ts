import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { ArtworkCard, ArtworkChange, ArtworkDetail, Category, NewArtwork } from "../model/artwork.ts";
import { ArtworkFilters, PICTURE_HASH, Total } from "../model/artwork-filters.ts";
import { Embed } from "../model/embed.ts";
import { ArtworkId, MediaId, VersionId } from "../model/ids.ts";
import { choice, lookupText, pageQuery, pageSchema, queriedNumber, requiredCode, text } from "../model/primitives.ts";
import { route } from "../route.ts";
import { toVisibleLine } from "../rules/visible-text.ts";

const artworkParams = z.object({ artworkId: ArtworkId });

/** Visible artwork, sorted by newest, most favoured or cheapest, optionally filtered. */
export const listArtwork = route({
  method: "GET",
  path: "/api/artwork",
  access: "public",
  query: z.extend(pageQuery(), {
    sort: z._default(choice(["newest", "popular", "price"]), "newest"),
    ...ArtworkFilters.shape,
  }),
  status: 200,
  returns: z.extend(pageSchema(ArtworkCard), { total: z.optional(Total) }),
  fails: ["search_waking"],
});

/** The operators' selection for the home page in their order, without hidden artwork; each minute starts with the next one. */
export const listCurated = route({
  method: "GET",
  path: "/api/curated",
  access: "public",
  status: 200,
  returns: pageSchema(ArtworkCard),
});

/**
 * The most popular recent artwork that isn't curated, three per artist at most. A favourite counts half after three days and the artist's own
 * doesn't count; works below the weight of one week-old favourite are left out.
 */
export const listPopularThisWeek = route({
  method: "GET",
  path: "/api/popular-this-week",
  access: "public",
  status: 200,
  returns: pageSchema(ArtworkCard),
});

/** The most used mediums, then tags, of at least three visible works each; their pictures are in none of the other lists of the home page. */
export const listCategories = route({
  method: "GET",
  path: "/api/categories",
  access: "public",
  status: 200,
  returns: z.object({ items: z.array(Category) }),
});

/** Publishes an uploaded picture as the artwork's first version. */
export const createArtwork = route({
  method: "POST",
  path: "/api/artwork",
  access: "user",
  whileSuspended: "refused",
  audit: "artwork.create",
  throttled: "artwork",
  body: NewArtwork,
  status: 201,
  returns: z.object({ artworkId: ArtworkId, versionId: VersionId }),
  fails: ["media_not_found", "media_not_ready", "media_failed", "media_used", "commercial_unavailable"],
});

/**
 * The visible works that a picture is a copy of (resized, recompressed, slightly cropped, turned or mirrored), nearest first.
 * The picture isn't sent: the client computes its perceptual hash (16 bytes in URL-safe base64) with
 * `shared/rules/picture-hash.ts`. A match proves no licence.
 */
export const recognizePicture = route({
  method: "GET",
  path: "/api/copies",
  access: "public",
  query: z.object({ hash: text().check(z.regex(PICTURE_HASH, MESSAGES.invalid)) }),
  status: 200,
  returns: z.object({ items: z.array(ArtworkCard) }),
  fails: ["search_waking"],
});

/**
 * The visible works of others that the caller's upload is a copy of (resized, recompressed, slightly cropped, turned or
 * mirrored), nearest first. Empty until the upload is ready, and where it has too little detail to be recognized.
 */
export const readNearCopies = route({
  method: "GET",
  path: "/api/artwork/media/{mediaId}/copies",
  access: "user",
  throttled: "comparison",
  params: z.object({ mediaId: MediaId }),
  status: 200,
  returns: z.object({ items: z.array(ArtworkCard) }),
  fails: ["media_not_found"],
});

/** Invisible artwork is readable by its owner only. */
export const readArtwork = route({
  method: "GET",
  path: "/api/artwork/{artworkId}",
  access: "public",
  optionalAuth: true,
  params: artworkParams,
  status: 200,
  returns: ArtworkDetail,
  fails: ["artwork_not_found"],
});

/** Visible artwork similar to a visible one, most similar first, three per artist at most. */
export const readSimilar = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/similar",
  access: "public",
  params: artworkParams,
  status: 200,
  returns: z.object({ items: z.array(ArtworkCard) }),
  fails: ["artwork_not_found"],
});

/**
 * Embed of an artwork's page on another site (oEmbed 1.0, https://oembed.com): the largest preview that fits. Only visible
 * artwork can be embedded; field names are oEmbed's.
 */
export const readEmbed = route({
  method: "GET",
  path: "/api/oembed",
  access: "public",
  query: z.object({
    url: requiredCode(LIMITS.embedUrl.max),
    format: z._default(lookupText().check(z.overwrite(toVisibleLine)), "json"),
    maxwidth: z.optional(queriedNumber()),
    maxheight: z.optional(queriedNumber()),
  }),
  status: 200,
  returns: Embed,
  fails: ["artwork_not_found", "format_unavailable"],
});

/**
 * Changes terms, texts, picture, visibility or watermark; all but the last two create a new version. Changed terms or another
 * picture require proof of the owner.
 */
export const updateArtwork = route({
  method: "PATCH",
  path: "/api/artwork/{artworkId}",
  access: "user",
  // A suspended account may only hide its artwork.
  whileSuspended: { refusedIf: ({ artworkVisibility }: ArtworkChange) => artworkVisibility !== "invisible" },
  audit: "artwork.change",
  throttled: "artwork",
  params: artworkParams,
  body: ArtworkChange,
  status: 200,
  returns: z.object({ artworkId: ArtworkId, versionId: VersionId }),
  fails: [
    "artwork_not_found",
    "artwork_moved",
    "artwork_blocked",
    "media_not_found",
    "media_not_ready",
    "media_failed",
    "media_used",
    "commercial_unavailable",
    "proof_required",
  ],
});

/** Takes the artwork off the market. Unsold media is deleted; sold versions are kept for their licence holders. */
export const deleteArtwork = route({
  method: "DELETE",
  path: "/api/artwork/{artworkId}",
  access: "user",
  effects: ["deletion"],
  whileSuspended: "allowed",
  audit: "artwork.delete",
  throttled: "artwork",
  params: artworkParams,
  status: 204,
  fails: ["artwork_not_found", "artwork_has_open_payment"],
});
