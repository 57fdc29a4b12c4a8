import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, map, number, string } from "dynamodb-toolbox/schema";
import { MEDIA_STATUSES } from "#shared/model/media.ts";
import { WATERMARKS } from "#shared/rules/watermarks.ts";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";
import { lookAttribute } from "./stored-look.ts";

/**
 * An uploaded picture, from its announcement on; it expires unless an artwork takes it. Deleting the item, by hand or
 * by TTL, is what purges its files.
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
    /** Where the browser sends the file, and where it stays once verified. */
    uploadKey: string(),
    originalKey: string(),
    /**
     * Folders of the previews: the plain ones, those of artwork that costs money, and those for holders of a licence, which
     * are where the former are in what is older than their name. All are unguessable.
     */
    previewKey: string(),
    watermarkedKey: string(),
    licensedKey: string().optional(),
    /** The folder that is being filled to take the watermarked one's place. */
    comingKey: string().optional(),
    /** How the watermarked previews are marked; absent where it is lightly. */
    markedAs: string()
      .enum(...WATERMARKS)
      .optional(),
    /** Set while there are no plain previews because the artwork costs money; their folder is then an empty one. */
    plainWithdrawn: boolean().optional(),
    /** ISO 8601; when the watermarked previews were made. */
    watermarkedAt: string().optional(),
    /** ISO 8601; when the previews for holders of a licence were made. */
    licensedAt: string().optional(),
    mime: string(),
    /** Of the file as announced, and once it is verified of the stored original. */
    bytes: number(),
    sha256: string(),
    /** Why it failed, for its owner to read. */
    reason: string().optional(),
    /** True if the upload contained more than the picture; its owner is informed. */
    trimmed: boolean().optional(),
    /** Credits that the upload named; the stored original's EXIF repeats the first two, except in a GIF. */
    credits: map({ artist: string(), copyright: string(), creditLine: string().optional() }).optional(),
    placeholder: string().optional(),
    width: number().optional(),
    height: number().optional(),
    /** How it looks; absent in an avatar and in what was uploaded before pictures were looked at. */
    look: lookAttribute(),
    /** The artwork that took it. */
    artworkId: string().optional(),
    /** Numbers of the slots that it holds of its owner's (upload-quota.ts). */
    openSlot: number().optional(),
    unpublishedSlot: number().optional(),
    /** Epoch seconds; an upload that no artwork takes goes away. */
    expires: number().optional().savedAs("ttl"),
  }),
});
