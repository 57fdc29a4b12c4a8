import * as z from "zod/mini";
import { ArtworkCard } from "../model/artwork.ts";
import { ArtworkId } from "../model/ids.ts";
import { lookupText, pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const artworkParams = z.object({ artworkId: ArtworkId });

/** Safe to repeat. */
export const addFavorite = route({
  method: "POST",
  path: "/api/artwork/{artworkId}/favorites",
  access: "user",
  whileSuspended: "allowed",
  audit: "favorite.change",
  throttled: "favorite",
  params: artworkParams,
  status: 204,
  fails: ["artwork_not_found"],
});

/** Safe to repeat; also removes hidden or deleted artwork. */
export const removeFavorite = route({
  method: "DELETE",
  path: "/api/artwork/{artworkId}/favorites",
  access: "user",
  whileSuspended: "allowed",
  audit: "favorite.change",
  throttled: "favorite",
  params: artworkParams,
  status: 204,
});

/**
 * A user's favourites, the latest first, without artwork that the caller may not see; pages are filled up with the following
 * ones. Empty for others where the user hides them.
 */
export const listFavorites = route({
  method: "GET",
  path: "/api/users/{username}/favorites",
  access: "public",
  optionalAuth: true,
  params: z.object({ username: lookupText() }),
  query: pageQuery(),
  status: 200,
  returns: z.extend(pageSchema(ArtworkCard), { hidden: z.boolean() }),
  fails: ["user_not_found"],
});
