import { announceAvatar } from "#shared/contract/media.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import type { MediaServices } from "./services.ts";
import { isAllowedType, ticketFor } from "./ticket.ts";

export const announceAvatarHandler = handle(announceAvatar, async ({ body, actor }, services: MediaServices) => {
  if (!isAllowedType(body.mime, services.features)) return fail("file_format", { userMedia: MESSAGES.fileFormat });
  if (body.bytes > LIMITS.avatarFile.maxBytes) return fail("file_too_large", { userMedia: MESSAGES.fileTooLarge });
  return ticketFor(services, actor.userId, body, "avatar");
});
