import { announceAvatar } from "#shared/contract/media.ts";
import { FAILURES } from "#shared/failures.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { isAllowedType, presignUpload } from "./presign-upload.ts";
import type { MediaServices } from "./services.ts";

export const announceAvatarHandler = handle(announceAvatar, async ({ body, actor }, services: MediaServices) => {
  if (!isAllowedType(body.mime, services.features))
    return fail("file_format", { fields: { userMedia: MESSAGES.fileFormat } });
  if (body.bytes > LIMITS.avatarFile.maxBytes)
    return fail("file_too_large", { fields: { userMedia: MESSAGES.fileTooLarge } });
  const outcome = await presignUpload(services, actor.userId, body, "avatar");
  if (!(outcome instanceof Failure)) return outcome;
  const { code, retryAfter } = outcome;
  const { message }: { message: string } = FAILURES[code];
  return fail(code, { fields: { userMedia: message }, retryAfter });
});
