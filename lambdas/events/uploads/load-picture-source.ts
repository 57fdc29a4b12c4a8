import { getDisplayName } from "#shared/rules/person-name.ts";
import type { Media } from "../../areas/media/find-media.ts";
import type { PictureSource } from "../../areas/media/picture-rights.ts";
import { findUser } from "../../areas/users/find-user.ts";
import type { MediaFunctionServices } from "./media-state.ts";

type SourceServices = Pick<MediaFunctionServices, "table" | "now" | "siteOrigin">;

/** Data of an upload for its previews' metadata; the page is the upload's, since the artwork doesn't exist yet. */
export async function loadPictureSource(
  { mediaId, ownerId }: Pick<Media, "mediaId" | "ownerId">,
  { table, now, siteOrigin }: SourceServices,
): Promise<PictureSource> {
  const artist = await findUser(table, ownerId);
  return { artist: artist ? getDisplayName(artist) : "", made: now(), siteOrigin, page: `/artwork/${mediaId}` };
}
