import type { EventBridgeEvent } from "aws-lambda";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { openServices } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { derivePreviews } from "./derive-previews.ts";
import { findMedia } from "./find-media.ts";
import { inspectPicture } from "./inspect-picture.ts";
import { MediaEntity } from "./media.entity.ts";
import { type MediaFunctionServices, settleMedia, startProcessing } from "./media-state.ts";
import { openPreviews } from "./open-previews.ts";
import { openUploads } from "./open-uploads.ts";
import { needs } from "./process-upload.needs.ts";
import { mediaIdOf } from "./upload-key.ts";
import { keepVerified, verifyUpload } from "./verify-upload.ts";

type ObjectCreated = EventBridgeEvent<"Object Created", { bucket: { name: string }; object: { key: string } }>;
type MarkRequest = { readonly mark: string };

const openers = { table: openTable, uploads: openUploads, previews: openPreviews };
let services: MediaFunctionServices | undefined;

/** Verifies a file that arrived and makes its previews, or makes the watermarked ones of a file verified before. */
export async function handler(event: ObjectCreated | MarkRequest) {
  services ??= openServices(needs, openers, process.env);
  return "mark" in event ? markUpload(event.mark, services) : processUpload(event.detail.object.key, services);
}

/** Safe to repeat: the previews' places were fixed when the upload was announced. Faults are thrown and retried. */
export async function processUpload(key: string, services: MediaFunctionServices) {
  const { table, uploads } = services;
  const mediaId = mediaIdOf(key);
  const media = mediaId ? await findMedia(table, mediaId) : undefined;
  const file = media && (await uploads.read(key));
  // Unknown, already settled, or swept meanwhile: the leftover file has no owner.
  if (!media || !file || media.uploadKey !== key || !(await startProcessing(table, media.mediaId)))
    return uploads.remove(key);

  const verified = await verifyUpload(file, media, services);
  if (typeof verified !== "string") return keepVerified(services, media, verified);
  await settleMedia(services, media, { status: "failed", reason: verified });
}

/** Makes the watermarked previews. Throws when the upload isn't verified. */
export async function markUpload(mediaId: string, { table, uploads, previews, features, now }: MediaFunctionServices) {
  const media = await findMedia(table, mediaId);
  if (media?.markedAt) return;
  const file = media?.status === "ready" ? await uploads.read(media.originalKey) : undefined;
  const picture = media && file && (await inspectPicture(file, media, features));
  if (!media || !file || !picture || typeof picture === "string") throw new Error(`Upload ${mediaId} can't be marked`);
  const { derivatives } = await derivePreviews(file, picture, { marked: true });
  await previews.put(media.markedKey, derivatives);
  await table.send(MediaEntity.build(UpdateItemCommand).item({ mediaId, markedAt: now().toISOString() }));
}
