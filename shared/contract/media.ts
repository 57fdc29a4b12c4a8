import * as z from "zod/mini";
import { MediaId } from "../model/ids.ts";
import { MediaState, PresignedUpload, UploadRequest } from "../model/media.ts";
import { route } from "../route.ts";

/** Failures of the upload quotas. */
const OVER_QUOTA = ["too_many_open_uploads", "too_many_unpublished", "too_many_uploaded_bytes"] as const;

/** Announces a picture; the answer says where to upload exactly that file within ten minutes. */
export const announceUpload = route({
  method: "POST",
  path: "/api/artwork/media",
  access: "user",
  whileSuspended: "refused",
  audit: "upload.announce",
  body: UploadRequest,
  status: 201,
  returns: PresignedUpload,
  fails: ["file_format", "file_too_large", ...OVER_QUOTA],
});

/** Progress of the picture's verification and previews, for its owner only. */
export const readMedia = route({
  method: "GET",
  path: "/api/artwork/media/{mediaId}",
  access: "user",
  params: z.object({ mediaId: MediaId }),
  status: 200,
  returns: MediaState,
  fails: ["media_not_found"],
});

/** Announces an avatar; it is uploaded and processed like any picture, then set with the profile. */
export const announceAvatar = route({
  method: "POST",
  path: "/api/profile_image_upload",
  access: "user",
  whileSuspended: "refused",
  audit: "upload.announce",
  body: UploadRequest,
  status: 201,
  returns: PresignedUpload,
  fails: ["file_format", "file_too_large", ...OVER_QUOTA],
});
