import { randomUUID } from "node:crypto";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import type * as z from "zod/mini";
import type { FeatureSwitches } from "#shared/features.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { MediaId } from "#shared/model/ids.ts";
import { UPLOAD_TYPES, type UploadRequest } from "#shared/model/media.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { transact } from "../table/transact.ts";
import { whileOpen } from "../users/open-account.ts";
import { MediaEntity } from "./media.entity.ts";
import type { MediaServices } from "./services.ts";
import { uploadKeyOf } from "./upload-key.ts";

/** Whether a stage takes files of this type. */
export const isAllowedType = (mime: string, features: FeatureSwitches) =>
  UPLOAD_TYPES.some((type) => type === mime) && (mime !== "image/gif" || features.gif);

/** Remembers a file that is about to be sent, and says where to send it. */
export async function ticketFor(
  { table, tickets, newId, now }: MediaServices,
  ownerId: string,
  announced: z.output<typeof UploadRequest>,
  kind?: "avatar",
) {
  const mediaId = MediaId.parse(newId());
  const uploadKey = uploadKeyOf(mediaId, randomUUID());
  const upload = await tickets.sign({ key: uploadKey, mime: announced.mime, bytes: announced.bytes });
  const media = MediaEntity.build(PutTransaction).item({
    mediaId,
    ownerId,
    kind,
    status: "pending",
    uploadKey,
    originalKey: `originals/${randomUUID()}`,
    previewKey: randomUUID(),
    markedKey: randomUUID(),
    ...announced,
    expires: epochSeconds(now()) + LIFETIMES.unusedMedia,
  });
  return (await transact(table, [whileOpen(ownerId), { write: media }])) ?? { mediaId, upload };
}
