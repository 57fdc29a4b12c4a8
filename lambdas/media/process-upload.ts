import type { EventBridgeEvent } from "aws-lambda";
import { openServices } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { findMedia } from "./find-media.ts";
import { makePreviews, type PreviewRequest } from "./make-previews.ts";
import { type MediaFunctionServices, settleMedia, startProcessing } from "./media-state.ts";
import { openPreviews } from "./open-previews.ts";
import { openUploads } from "./open-uploads.ts";
import { mediaIdOf } from "./upload-key.ts";
import { keepVerified, verifyUpload } from "./verify-upload.ts";

type ObjectCreated = EventBridgeEvent<"Object Created", { bucket: { name: string }; object: { key: string } }>;

const serviceFactories = { table: openTable, uploads: openUploads, previews: openPreviews };
let services: MediaFunctionServices | undefined;

/** Verifies a file that arrived and makes its previews, or makes others of a file verified before. */
export async function handler(event: ObjectCreated | PreviewRequest) {
  services ??= openServices("process-upload", serviceFactories, process.env);
  return "make" in event ? makePreviews(event, services) : processUpload(event.detail.object.key, services);
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
