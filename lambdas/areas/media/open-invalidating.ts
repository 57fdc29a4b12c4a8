import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Invalidation } from "../../events/queues/invalidate-edge.ts";

/** Removes deleted previews from the edge's cache. */
export interface Invalidating {
  /** Returns once the folder is queued; its copies go within a minute or two. */
  invalidate(previewKey: string, options?: Omit<Invalidation, "previewKey">): Promise<void>;
}

export function openInvalidating({ INVALIDATIONS_URL }: { readonly INVALIDATIONS_URL: string }): Invalidating {
  const client = new SQSClient({});
  return {
    async invalidate(previewKey, options) {
      const MessageBody = JSON.stringify({ previewKey, ...options } satisfies Invalidation);
      await client.send(new SendMessageCommand({ QueueUrl: INVALIDATIONS_URL, MessageBody }));
    },
  };
}
