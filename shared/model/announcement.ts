import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { Person } from "./account.ts";
import { ArtworkCard } from "./artwork.ts";
import { Moment } from "./day.ts";
import { DiscountCode } from "./discount-code.ts";
import { AnnouncementId, ArtworkId, DiscountId } from "./ids.ts";
import { choice, requiredLines, requiredText } from "./primitives.ts";

const announcementTitle = requiredText(LIMITS.announcement.title);
const announcementText = requiredLines(LIMITS.announcement.text);
const artworkIds = z.optional(
  z
    .array(ArtworkId, { error: MESSAGES.invalid })
    .check(z.maxLength(LIMITS.announcement.artworks, MESSAGES.tooManyAnnounced)),
);
const discountId = z.optional(z.nullable(DiscountId));
/** Now if null or omitted. */
const publishAt = z.optional(z.nullable(Moment));

export const AnnouncementForm = z.object({
  announcementTitle,
  announcementText,
  /** The artist's own visible artworks. */
  artworkIds,
  /** One of the artist's codes. */
  discountId,
  publishAt,
});
export type AnnouncementForm = z.output<typeof AnnouncementForm>;

/** Omitted fields stay; null removes the code, or publishes a scheduled announcement now. */
export const AnnouncementChange = z.object({
  announcementTitle: z.optional(announcementTitle),
  announcementText: z.optional(announcementText),
  artworkIds,
  discountId,
  publishAt,
  /** Puts a deleted announcement back, within a day. */
  deleted: z.optional(z.literal(false, MESSAGES.invalid)),
});
export type AnnouncementChange = z.output<typeof AnnouncementChange>;

/** An artist's text to their followers. Only its artist sees it unless it is published. */
export const Announcement = z.object({
  announcementId: AnnouncementId,
  announcementTitle: z.string(),
  announcementText: z.string(),
  artist: Person,
  /** In the artist's order, without those that the reader can't see. */
  artworks: z.array(ArtworkCard),
  /** Null for others once it can't be used. */
  discount: z.nullable(
    z.pick(DiscountCode, { discountId: true, discountCode: true, discountPercent: true, state: true }),
  ),
  /** Missed if its artist's account wasn't open for a day from its time on: it isn't sent unless they choose another time. */
  status: choice(["scheduled", "published", "taken_down", "missed"]),
  /** ISO 8601: when it went out, or will. */
  publishAt: z.string(),
  /** True if it was changed after it had gone out. */
  edited: z.boolean(),
  /** Present for its artist once operators have taken it down. */
  takedown: z.optional(z.object({ reason: z.string(), rule: z.nullable(z.string()) })),
});
export type Announcement = z.output<typeof Announcement>;
