import { announceAvatar } from "#shared/contract/media.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { send } from "#web/api/send.ts";
import type { PictureBounds } from "#web/features/upload/check-file.ts";
import type { UploadServices } from "#web/features/upload/run-upload.ts";
import { uploadServices } from "#web/features/upload/upload-services.ts";

const { maxBytes, width, height } = LIMITS.avatarFile;

export const AVATAR_BOUNDS: PictureBounds = {
  maxBytes,
  minWidth: width,
  minHeight: height,
  tooSmall: MESSAGES.avatarTooSmall,
};

/** An avatar goes the way of every picture, but for where it is announced and what it has to be. */
export const avatarServices: UploadServices = {
  ...uploadServices,
  bounds: AVATAR_BOUNDS,
  announce: (body) => send(announceAvatar, { body }),
};
