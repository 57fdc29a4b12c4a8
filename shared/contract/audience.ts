import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { Audience } from "../model/audience.ts";
import { AskedDays } from "../model/day.ts";
import { ArtworkId, UserId } from "../model/ids.ts";
import { requiredText } from "../model/primitives.ts";
import { route } from "../route.ts";

/**
 * Counts a view that the browser reports, because most pages come from the edge's cache. Once per visitor and day, without
 * the owner's; repeats and robots get the same answer.
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

/** Counts a view of an artist's page, by the same rules. */
export const countProfileView = route({
  method: "POST",
  path: "/api/users/{userId}/views",
  access: "public",
  optionalAuth: true,
  params: z.object({ userId: UserId }),
  status: 204,
  fails: ["user_not_found"],
});

/** Counts a search for artwork that found nothing, once per visitor and day, without the visitor. Robots get the same answer. */
export const countSearchMiss = route({
  method: "POST",
  path: "/api/search/misses",
  access: "public",
  query: z.object({ q: requiredText(LIMITS.searchQuery.max) }),
  status: 204,
});

/** Views of an artwork in the last days, for its owner. */
export const readArtworkViews = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/views",
  access: "user",
  params: z.object({ artworkId: ArtworkId }),
  status: 200,
  returns: z.object({ views: z.number(), days: z.number() }),
  fails: ["artwork_not_found"],
});

/** Views, favourites, followers and sales of a range of days, both ends included; the last 30 days by default, 366 at most. */
export const readAudience = route({
  method: "GET",
  path: "/api/users/{userId}/audience",
  access: "self",
  params: z.object({ userId: UserId }),
  query: AskedDays,
  status: 200,
  returns: Audience,
});
