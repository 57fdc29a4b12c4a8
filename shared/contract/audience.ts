import * as z from "zod/mini";
import { Audience } from "../model/audience.ts";
import { AskedDays } from "../model/day.ts";
import { ArtworkId, UserId } from "../model/ids.ts";
import { route } from "../route.ts";

/**
 * A browser tells that it has shown an artwork, because most pages come from the edge's copies. Counts once a visitor and day, and
 * not for its owner; repeats and robots are answered alike.
 */
export const countArtworkView = route({
  method: "POST",
  path: "/api/artwork/{artworkId}/views",
  access: "public",
  optionalAuth: true,
  params: z.object({ artworkId: ArtworkId }),
  status: 204,
  fails: ["artwork_not_found"],
});

/** The same of an artist's own page. */
export const countProfileView = route({
  method: "POST",
  path: "/api/users/{userId}/views",
  access: "public",
  optionalAuth: true,
  params: z.object({ userId: UserId }),
  status: 204,
  fails: ["user_not_found"],
});

/** How often an artwork was seen in the last days, for its owner. */
export const readArtworkViews = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/views",
  access: "user",
  params: z.object({ artworkId: ArtworkId }),
  status: 200,
  returns: z.object({ views: z.number(), days: z.number() }),
  fails: ["artwork_not_found"],
});

/** Views, favourites, followers and sales of a range of days, both ends included; the last 30 unless said otherwise, 366 at most. */
export const readAudience = route({
  method: "GET",
  path: "/api/users/{userId}/audience",
  access: "self",
  params: z.object({ userId: UserId }),
  query: AskedDays,
  status: 200,
  returns: Audience,
});
