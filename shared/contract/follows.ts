import * as z from "zod/mini";
import { ArtworkCard } from "../model/artwork.ts";
import { FollowChange, FollowedArtist, FollowForm } from "../model/follow.ts";
import { UserId } from "../model/ids.ts";
import { lookupText, pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const artistParams = z.object({ username: lookupText() });

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

/** Switches notifications of an artist's new work on or off; safe to repeat. */
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
