import { announceUpload } from "#shared/contract/media.ts";
import { LIMITS } from "#shared/limits.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { isAllowedType, presignUpload } from "./presign-upload.ts";
import type { MediaServices } from "./services.ts";

export const announceUploadHandler = handle(announceUpload, async ({ body, actor }, services: MediaServices) => {
  if (!isAllowedType(body.mime, services.features)) return fail("file_format");
  if (body.bytes > LIMITS.artworkFile.maxBytes) return fail("file_too_large");
  return presignUpload(services, actor.userId, body);
});
