import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, map, number, string } from "dynamodb-toolbox/schema";
import { SOURCE_CODES } from "#shared/artwork-sources.ts";
import { MEDIA_STATUSES } from "#shared/model/media.ts";
import { WATERMARKS } from "#shared/rules/watermarks.ts";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";
import { lookAttribute } from "./stored-look.ts";

/**
 * An uploaded picture, from its announcement on; it expires unless an artwork uses it. Deleting the item, by hand or by TTL,
 * purges its files.
 */
export const MediaEntity = new Entity({
  name: "media",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    mediaId: partitionKey("MEDIA"),
    sk: constantSortKey("MEDIA"),
    ownerId: string(),
    /** Absent for artwork. */
    kind: string().enum("avatar").optional(),
    status: string().enum(...MEDIA_STATUSES),
    /** Key of the browser's upload, and key once verified. */
    uploadKey: string(),
    originalKey: string(),
    /**
     * Folders of the previews: plain, watermarked, and for licence holders; in items without the last, licence holders' are
     * in the plain folder. All are unguessable.
     */
    previewKey: string(),
    watermarkedKey: string(),
    licensedKey: string().optional(),
    /** The folder being filled, to replace the watermarked one. */
    comingKey: string().optional(),
    /** Watermark of the watermarked previews; absent for the light one. */
    markedAs: string()
      .enum(...WATERMARKS)
      .optional(),
    /** Set while plain previews are withdrawn because the artwork costs money; their folder is then empty. */
    plainWithdrawn: boolean().optional(),
    /** ISO 8601; when the watermarked previews were made. */
    watermarkedAt: string().optional(),
    /** ISO 8601; when the licence holders' previews were made. */
    licensedAt: string().optional(),
    mime: string(),
    /** As announced; once verified, of the stored original. */
    bytes: number(),
    sha256: string(),
    /** Reason of a failure, for its owner. */
    reason: string().optional(),
    /** True if the upload contained extra data; its owner is informed. */
    trimmed: boolean().optional(),
    /** Credits that the upload named; the stored original's EXIF repeats the first two, except in a GIF. */
    credits: map({ artist: string(), copyright: string(), creditLine: string().optional() }).optional(),
    /** The upload's own texts about its picture, for the artwork's form. */
    proposals: map({
      artworkTitle: string().optional(),
      artworkDescription: string().optional(),
      artworkAlt: string().optional(),
      artworkTags: list(string()).optional(),
      artworkSource: string()
        .enum(...SOURCE_CODES)
        .optional(),
      credit: string().optional(),
    }).optional(),
    placeholder: string().optional(),
    width: number().optional(),
    height: number().optional(),
    /** Visual properties; missing for avatars and on older items. */
    look: lookAttribute(),
    /** The artwork that uses it. */
    artworkId: string().optional(),
    /** Numbers of its owner's slots that it holds (upload-quota.ts). */
    openSlot: number().optional(),
    unpublishedSlot: number().optional(),
    /** Epoch seconds; an unused upload is deleted. */
    expires: number().optional().savedAs("ttl"),
  }),
});
