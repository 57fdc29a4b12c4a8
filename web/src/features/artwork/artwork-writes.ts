import { listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { listMyArtwork, listUploads, listUserArtwork, readUser } from "#shared/contract/users.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { ApiError } from "#web/api/error.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** The API names the file, the form holds its id: what is wrong with one stands next to the other. */
function moveToPictureField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.fields.artworkMedia) return error;
  const { artworkMedia, ...others } = error.fields;
  const { status, code, message, expose } = error;
  return new ApiError({ status, code, message, expose, fields: { ...others, mediaId: artworkMedia } });
}

/** Runs a write and says what is wrong with the picture where the picture is. */
export async function withPictureErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw moveToPictureField(error);
  }
}

/** Makes every list stale that an artwork of the signed-in user stands in, and its own page. */
export function useInvalidateArtwork() {
  const invalidate = useInvalidate();
  const { id: userId, name: username } = useSignedIn();
  return (artworkId?: ArtworkId) =>
    Promise.all([
      invalidate(listArtwork),
      invalidate(listMyArtwork, { userId }),
      invalidate(listUploads, { userId }),
      invalidate(listUserArtwork, { username }),
      invalidate(readUser, { username }),
      ...(artworkId ? [invalidate(readArtwork, { artworkId })] : []),
    ]);
}
