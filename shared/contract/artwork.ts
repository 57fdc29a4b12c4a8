import * as z from "zod/mini";
import { ArtworkCard, ArtworkChange, ArtworkDetail, NewArtwork } from "../model/artwork.ts";
import { ArtworkId, VersionId } from "../model/ids.ts";
import { choice, pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const artworkParams = z.object({ artworkId: ArtworkId });

/** Every visible artwork, newest or most favoured first. */
export const listArtwork = route({
  method: "GET",
  path: "/api/artwork",
  access: "public",
  query: z.extend(pageQuery(), { sort: z._default(choice(["newest", "popular"]), "newest") }),
  status: 200,
  returns: pageSchema(ArtworkCard),
});

/** Publishes an uploaded picture as the artwork's first version. */
export const createArtwork = route({
  method: "POST",
  path: "/api/artwork",
  access: "user",
  audit: "artwork.create",
  body: NewArtwork,
  status: 201,
  returns: z.object({ artworkId: ArtworkId, versionId: VersionId }),
  fails: ["media_not_found", "media_not_ready", "media_failed", "media_used", "commercial_unavailable"],
});

/** Invisible artwork answers to its owner only. */
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

/** Changes terms, texts, picture or visibility; all but the last makes a new version. */
export const updateArtwork = route({
  method: "PATCH",
  path: "/api/artwork/{artworkId}",
  access: "user",
  audit: "artwork.change",
  params: artworkParams,
  body: ArtworkChange,
  status: 200,
  returns: z.object({ artworkId: ArtworkId, versionId: VersionId }),
  fails: [
    "artwork_not_found",
    "artwork_moved",
    "media_not_found",
    "media_not_ready",
    "media_failed",
    "media_used",
    "commercial_unavailable",
  ],
});

/** Takes the artwork off the market; unsold media is purged, sold versions stay for their licence holders. */
export const deleteArtwork = route({
  method: "DELETE",
  path: "/api/artwork/{artworkId}",
  access: "user",
  audit: "artwork.delete",
  params: artworkParams,
  status: 204,
  fails: ["artwork_not_found", "artwork_has_open_payment"],
});
