import { randomUUID } from "node:crypto";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import type * as z from "zod/mini";
import { announceAvatar, announceUpload, readMedia } from "#shared/contract/media.ts";
import { FAILURES } from "#shared/failures.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { MediaId } from "#shared/model/ids.ts";
import { UNTOLD_TYPE, UPLOAD_TYPES, type UploadRequest } from "#shared/model/media.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { findMedia, type Media } from "./find-media.ts";
import { MediaEntity } from "./media.entity.ts";
import { listAvatarPreviews, listPreviews, newFolder } from "./preview-paths.ts";
import type { MediaServices } from "./services.ts";
import { buildUploadKey } from "./upload-key.ts";
import { type Slots, writeWithinQuota } from "./upload-quota.ts";

/** True if the stage accepts files of this type. */
const isAllowedType = (mime: string, features: FeatureSwitches) =>
  mime === UNTOLD_TYPE || (UPLOAD_TYPES.some((type) => type === mime) && (mime !== "image/gif" || features.gif));

/** Stores an announced file and returns its presigned form; refuses more than the account's quota. */
async function presignUpload(
  { table, presignedUploads, newId, now }: MediaServices,
  ownerId: string,
  announced: z.output<typeof UploadRequest>,
  kind?: "avatar",
) {
  const at = now();
  const mediaId = MediaId.parse(newId());
  const uploadKey = buildUploadKey(mediaId, randomUUID());
  const upload = await presignedUploads.sign({ key: uploadKey, mime: announced.mime, bytes: announced.bytes });
  const media = {
    mediaId,
    ownerId,
    kind,
    status: "pending" as const,
    uploadKey,
    originalKey: `originals/${randomUUID()}`,
    previewKey: newFolder({ isWide: !kind }),
    watermarkedKey: newFolder({ isWide: false }),
    licensedKey: newFolder({ isWide: true }),
    ...announced,
    expires: epochSeconds(at) + LIFETIMES.unusedMedia,
  };
  const write = ({ open, unpublished }: Slots) =>
    MediaEntity.build(PutTransaction).item({ ...media, openSlot: open, unpublishedSlot: unpublished });
  const refused = await writeWithinQuota(table, { ownerId, mediaId, bytes: announced.bytes, write }, at);
  return refused ?? { mediaId, upload };
}

export const announceUploadHandler = handle(announceUpload, async ({ body, actor }, services: MediaServices) => {
  if (!isAllowedType(body.mime, services.features)) return fail("file_format");
  if (body.bytes > LIMITS.artworkFile.maxBytes) return fail("file_too_large");
  return presignUpload(services, actor.userId, body);
});

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

export const readMediaHandler = handle(readMedia, async ({ params, actor }, { table }: MediaServices) => {
  const media = await findMedia(table, params.mediaId);
  // Other people's uploads are reported as not found, so that ids disclose nothing.
  if (!media || media.ownerId !== actor.userId) return fail("media_not_found");
  const { status, reason, placeholder, width, height, proposals } = media;
  return {
    mediaId: MediaId.parse(media.mediaId),
    status,
    reason: reason ?? null,
    notice: media.trimmed ? MESSAGES.mediaTrimmed : null,
    previews: listUploadPreviews(media),
    placeholder: placeholder ?? null,
    width: width ?? null,
    height: height ?? null,
    colors: media.look?.colors,
    proposals,
  };
});

function listUploadPreviews({ kind, status, previewKey, watermarkedKey, plainWithdrawn, width, height }: Media) {
  if (status !== "ready" || width === undefined || height === undefined) return [];
  return kind === "avatar"
    ? listAvatarPreviews(previewKey)
    : listPreviews(plainWithdrawn ? watermarkedKey : previewKey, width, height);
}
