import { createHash } from "node:crypto";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { buildPreviewFolder } from "../../areas/media/preview-paths.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { type OpenedServices, openServices } from "../../platform/runtime/serve.ts";
import { openEdgeCache } from "./open-edge-cache.ts";

const serviceFactories = { edgeCache: openEdgeCache };

type EdgeServices = OpenedServices<typeof serviceFactories> & BaseServices;

/** A folder of deleted previews. */
const Invalidation = z.object({
  previewKey: z.string(),
  /** True if no page references the folder. */
  isUnpublished: z.optional(z.boolean()),
});
export type Invalidation = z.output<typeof Invalidation>;

/** CloudFront processes 15 paths with `*` at a time; for more folders than this, all previews are invalidated. */
const MAX_FOLDERS = 6;

/** The rendered pages that show previews, with any query, and pictures drawn from previews. */
const PAGES = ["/", "/?*", "/artwork/*", "/user/*", "/tag/*", "/collection/*", "/search*"];

let services: EdgeServices | undefined;

/** Invalidates deleted previews at the edge, and the pages that may show them. */
export async function handler(event: SQSEvent) {
  services ??= openServices("invalidate-edge", serviceFactories, process.env);
  const answer = await invalidateEdge(event, services);
  for (const { itemIdentifier } of answer.batchItemFailures) {
    services.log.error("A message of the queue can't be read", { messageId: itemIdentifier });
  }
  return answer;
}

/** The invalidation in a message; `undefined` if it is malformed, so that only this message fails. */
function parseInvalidation(body: string): Invalidation | undefined {
  try {
    return Invalidation.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** One invalidation for the whole batch; throttling by CloudFront is thrown, and the queue retries. */
export async function invalidateEdge(
  { Records: received }: SQSEvent,
  { edgeCache }: Pick<EdgeServices, "edgeCache">,
): Promise<SQSBatchResponse> {
  const unreadable = received.filter(({ body }) => !parseInvalidation(body)).map(({ messageId }) => messageId);
  const Records = received.filter(({ messageId }) => !unreadable.includes(messageId));
  const batchItemFailures = unreadable.map((itemIdentifier) => ({ itemIdentifier }));
  if (Records.length === 0) return { batchItemFailures };
  const invalidations = Records.flatMap(({ body }) => parseInvalidation(body) ?? []);
  const keys = new Set(invalidations.map(({ previewKey }) => previewKey));
  const folders = [...keys].map((previewKey) => `${buildPreviewFolder(previewKey)}/*`);
  const pages = invalidations.every(({ isUnpublished }) => isUnpublished) ? [] : PAGES;
  const paths = [...(folders.length > MAX_FOLDERS ? ["/media/*"] : folders), ...pages];
  const messages = Records.map(({ messageId }) => messageId).sort();
  // CloudFront refuses a reference that was used with other paths.
  const reference = createHash("sha256").update(JSON.stringify([messages, paths]));
  await edgeCache.invalidate(paths, reference.digest("hex"));
  return { batchItemFailures };
}
