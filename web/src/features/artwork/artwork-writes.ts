import { listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { listMyArtwork, listUploads, listUserArtwork, readUser } from "#shared/contract/users.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { ApiError } from "#web/api/response.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** Maps the API's errors of `artworkMedia` to the form's field `mediaId`. */
function moveToPictureField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.fields.artworkMedia) return error;
  const { artworkMedia, ...others } = error.fields;
  const { status, code, message, expose } = error;
  return new ApiError({ status, code, message, expose, fields: { ...others, mediaId: artworkMedia } });
}

/** Runs a write and moves the file's field errors to the form's picture field. */
export async function withPictureErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw moveToPictureField(error);
  }
}

/** Invalidates every list that may show the signed-in user's artwork, and the artwork's own page. */
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
