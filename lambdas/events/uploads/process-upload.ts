import type { EventBridgeEvent } from "aws-lambda";
import { findMedia, type Media } from "../../areas/media/find-media.ts";
import { openLicensedPreviews, openPreviews } from "../../areas/media/open-previews.ts";
import { openUploads } from "../../areas/media/open-uploads.ts";
import { parseMediaId } from "../../areas/media/upload-key.ts";
import { countBytes } from "../../areas/media/upload-quota.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { loadPictureSource } from "./load-picture-source.ts";
import { makePreviews, type PreviewRequest } from "./make-previews.ts";
import { finishProcessing, type MediaFunctionServices, startProcessing } from "./media-state.ts";
import { storeVerified, verifyUpload } from "./verify-upload.ts";

type ObjectCreated = EventBridgeEvent<"Object Created", { bucket: { name: string }; object: { key: string } }>;

const serviceFactories = {
  table: openTable,
  uploads: openUploads,
  previews: openPreviews,
  licensedPreviews: openLicensedPreviews,
};
let services: MediaFunctionServices | undefined;

/** Verifies an uploaded file and makes its previews, or makes other previews of a verified one. */
export async function handler(event: ObjectCreated | PreviewRequest) {
  services ??= openServices("process-upload", serviceFactories, process.env);
  return "make" in event ? makePreviews(event, services) : processUpload(event.detail.object.key, services);
}

/**
 * Safe to repeat: the previews' folder was chosen when the upload was requested, so a repeat overwrites the same objects. Failures
 * are thrown and retried.
 */
export async function processUpload(key: string, services: MediaFunctionServices) {
  const { table, uploads } = services;
  const mediaId = parseMediaId(key);
  const media = mediaId ? await findMedia(table, mediaId) : undefined;
  // Unknown or deleted meanwhile: the file has no owner.
  if (!media || media.uploadKey !== key) return uploads.remove(key);
  if (!(await startProcessing(table, media.mediaId))) return discardRepeat(media, services);
  const file = await uploads.read(key);
  // Another event of the same file has finished it.
  if (!file) return;

  const verified = await verifyUpload(file, media, await loadPictureSource(media, services), services);
  if (typeof verified !== "string") return storeVerified(services, media, verified);
  await finishProcessing(services, media, { status: "failed", reason: verified });
}

/**
 * A presigned form stays valid for some minutes after its first upload. A second file sent with it counts towards the quota and is
 * deleted.
 */
async function discardRepeat({ ownerId, uploadKey }: Media, { table, uploads, now }: MediaFunctionServices) {
  const bytes = await uploads.readSize(uploadKey);
  if (bytes === undefined) return;
  await countBytes(table, ownerId, bytes, now());
  await uploads.remove(uploadKey);
}
