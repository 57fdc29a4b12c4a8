import { randomUUID } from "node:crypto";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import type * as z from "zod/mini";
import type { FeatureSwitches } from "#shared/features.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { MediaId } from "#shared/model/ids.ts";
import { UNTOLD_TYPE, UPLOAD_TYPES, type UploadRequest } from "#shared/model/media.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { MediaEntity } from "./media.entity.ts";
import { newFolder } from "./preview-paths.ts";
import type { MediaServices } from "./services.ts";
import { uploadKeyOf } from "./upload-key.ts";
import { type Slots, writeWithinQuota } from "./upload-quota.ts";

/** Whether a stage takes files of this type. */
export const isAllowedType = (mime: string, features: FeatureSwitches) =>
  mime === UNTOLD_TYPE || (UPLOAD_TYPES.some((type) => type === mime) && (mime !== "image/gif" || features.gif));

/** Remembers a file that is about to be sent, and says where to send it; refuses more than an account may upload. */
export async function presignUpload(
  { table, presignedUploads, newId, now }: MediaServices,
  ownerId: string,
  announced: z.output<typeof UploadRequest>,
  kind?: "avatar",
) {
  const at = now();
  const mediaId = MediaId.parse(newId());
  const uploadKey = uploadKeyOf(mediaId, randomUUID());
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
