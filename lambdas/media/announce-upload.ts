import { randomUUID } from "node:crypto";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { announceUpload } from "#shared/contract/media.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import { LIFETIMES, LIMITS } from "#shared/limits.ts";
import { MediaId } from "#shared/model/ids.ts";
import { UPLOAD_TYPES } from "#shared/model/media.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { MediaEntity } from "./media.entity.ts";
import type { MediaServices } from "./services.ts";
import { uploadKeyOf } from "./upload-key.ts";

export const announceUploadHandler = handle(announceUpload, async ({ body, actor }, services: MediaServices) => {
  const { table, uploads, features, newId, now } = services;
  if (!isAllowed(body.mime, features)) return fail("file_format");
  if (body.bytes > LIMITS.artworkFile.maxBytes) return fail("file_too_large");

  const mediaId = MediaId.parse(newId());
  const uploadKey = uploadKeyOf(mediaId, randomUUID());
  const upload = await uploads.ticket({ key: uploadKey, mime: body.mime, bytes: body.bytes });
  await table.send(
    MediaEntity.build(PutItemCommand).item({
      mediaId,
      ownerId: actor.userId,
      status: "pending",
      uploadKey,
      originalKey: `originals/${randomUUID()}`,
      previewKey: randomUUID(),
      markedKey: randomUUID(),
      ...body,
      expires: Math.floor(now().getTime() / 1000) + LIFETIMES.unusedMedia,
    }),
  );
  return { mediaId, upload };
});

const isAllowed = (mime: string, features: FeatureSwitches) =>
  UPLOAD_TYPES.some((type) => type === mime) && (mime !== "image/gif" || features.gif);
