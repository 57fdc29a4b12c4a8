import { Entity } from "dynamodb-toolbox/entity";
import { boolean, item, list, number, string } from "dynamodb-toolbox/schema";
import { constantSortKey, partitionKey, uuid } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

/** An artist's announcement to their followers, and how far its delivery has come. */
export const AnnouncementEntity = new Entity({
  name: "announcement",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    announcementId: partitionKey("ANNOUNCEMENT"),
    sk: constantSortKey("ANNOUNCEMENT"),
    artistId: uuid(),
    title: string(),
    text: string(),
    artworkIds: list(uuid()),
    discountId: uuid().optional(),
    /** ISO 8601: when it goes out, or went out. */
    publishAt: string(),
    isPublished: boolean().default(false),
    /** The last follower of the pages before; absent before the first one and after the last. */
    cursor: string().optional(),
    isDelivered: boolean().default(false),
    /** Number of its artist's changes, for optimistic locking; absent before the first one. */
    revision: number().optional(),
    /** ISO 8601 of the last edit after it had gone out. */
    editedAt: string().optional(),
    /** ISO 8601; set while operators have taken it down, with the reason and rule as sent to the artist. */
    takenDownAt: string().optional(),
    reason: string().optional(),
    rule: string().optional(),
    /** ISO 8601; its artist can put it back until it expires. */
    deletedAt: string().optional(),
    /** Its list in the index `ranked`, absent once deleted, and its place there. A missed one is in its artist's list. */
    list: string().optional().savedAs("rankedPk"),
    place: string().savedAs("rankedSk"),
    /** The artist's partition in the index `byOwner`, deleted ones included. */
    ofArtist: string().savedAs("byOwnerPk"),
    /** Epoch seconds. */
    expires: number().optional().savedAs("ttl"),
  }),
});

/** The list of all scheduled announcements in the index `ranked`, the next one first. */
export const SCHEDULED_ANNOUNCEMENTS = "SCHEDULED_ANNOUNCEMENTS";

/** The partition of an artist's published and missed announcements in the index `ranked`, and of all of theirs in `byOwner`. */
export const buildAnnouncementsPartition = (artistId: string) => `ANNOUNCEMENTS#${artistId}`;

export const buildAnnouncementPlace = (publishAt: string, announcementId: string) => `${publishAt}#${announcementId}`;
