import * as z from "zod/mini";
import { Announcement, AnnouncementChange, AnnouncementForm } from "../model/announcement.ts";
import { ArtworkCard } from "../model/artwork.ts";
import { FollowChange, FollowedArtist, FollowForm } from "../model/follow.ts";
import { AnnouncementId, UserId } from "../model/ids.ts";
import { lookupText, pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const artistParams = z.object({ username: lookupText() });
const announcementParams = z.object({ announcementId: AnnouncementId });

/** Safe to repeat; a repeat doesn't change the notification setting. */
export const followArtist = route({
  method: "POST",
  path: "/api/users/{username}/follow",
  access: "user",
  whileSuspended: "allowed",
  audit: "follow.change",
  throttled: "follow",
  params: artistParams,
  body: FollowForm,
  status: 204,
  fails: ["user_not_found", "follow_self", "too_many_followed"],
});

/** Safe to repeat. */
export const unfollowArtist = route({
  method: "DELETE",
  path: "/api/users/{username}/follow",
  access: "user",
  whileSuspended: "allowed",
  audit: "follow.change",
  throttled: "follow",
  params: artistParams,
  status: 204,
  fails: ["user_not_found"],
});

/** Switches notifications of an artist's new work and announcements on or off; safe to repeat. */
export const updateFollow = route({
  method: "PATCH",
  path: "/api/users/{username}/follow",
  access: "user",
  whileSuspended: "allowed",
  audit: "follow.change",
  throttled: "follow",
  params: artistParams,
  body: FollowChange,
  status: 204,
  fails: ["user_not_found", "follow_not_found"],
});

/** Artists that the caller follows, the latest first; visible to the caller only. */
export const listFollowed = route({
  method: "GET",
  path: "/api/users/{userId}/following",
  access: "self",
  params: z.object({ userId: UserId }),
  query: pageQuery(),
  status: 200,
  returns: pageSchema(FollowedArtist),
});

/** Visible artwork of the artists that the caller follows, newest first. */
export const listFollowedArtwork = route({
  method: "GET",
  path: "/api/following/artwork",
  access: "user",
  query: pageQuery(),
  status: 200,
  returns: pageSchema(ArtworkCard),
});

/**
 * Writes to one's followers, now or at a time. Safe to repeat: the same announcement within a day, with the same
 * `Idempotency-Key` if there is one, counts as one.
 */
export const createAnnouncement = route({
  method: "POST",
  path: "/api/announcements",
  access: "user",
  whileSuspended: "refused",
  audit: "announcement.write",
  throttled: "announcement",
  body: AnnouncementForm,
  status: 201,
  returns: Announcement,
  fails: ["announcement_not_found", "announcement_moved", "too_many_announcements"],
});

/** A published announcement; its artist also reads a scheduled one and one that was taken down. */
export const readAnnouncement = route({
  method: "GET",
  path: "/api/announcements/{announcementId}",
  access: "public",
  optionalAuth: true,
  params: announcementParams,
  status: 200,
  returns: Announcement,
  fails: ["announcement_not_found"],
});

/** Changes an announcement, or puts a deleted one back; followers aren't notified again. */
export const updateAnnouncement = route({
  method: "PATCH",
  path: "/api/announcements/{announcementId}",
  access: "user",
  whileSuspended: "refused",
  audit: "announcement.change",
  throttled: "announcement",
  params: announcementParams,
  body: AnnouncementChange,
  status: 200,
  returns: Announcement,
  fails: ["announcement_not_found", "announcement_moved", "announcement_taken_down", "too_many_announcements"],
});

/** Deletes an announcement, or cancels a scheduled one; safe to repeat. */
export const deleteAnnouncement = route({
  method: "DELETE",
  path: "/api/announcements/{announcementId}",
  access: "user",
  whileSuspended: "allowed",
  audit: "announcement.delete",
  throttled: "announcement",
  params: announcementParams,
  status: 204,
  fails: ["announcement_not_found", "announcement_moved"],
});

/**
 * An artist's announcements, the latest first; the artist also gets scheduled ones, before the others and the next one first,
 * and those that were taken down. A page may be shorter than its limit; `hasMore` is true while there are more.
 */
export const listAnnouncements = route({
  method: "GET",
  path: "/api/users/{username}/announcements",
  access: "public",
  optionalAuth: true,
  params: artistParams,
  query: pageQuery(),
  status: 200,
  returns: pageSchema(Announcement),
  fails: ["user_not_found"],
});
