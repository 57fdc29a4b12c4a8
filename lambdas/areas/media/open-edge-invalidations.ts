import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Invalidation } from "../../events/queues/invalidate-edge.ts";

/** Removes deleted previews from the edge's cache. */
export interface EdgeInvalidations {
  /** Returns once the folder is queued; its copies go within a minute or two. */
  add(previewKey: string, options?: Omit<Invalidation, "previewKey">): Promise<void>;
}

export function openEdgeInvalidations({
  INVALIDATIONS_URL,
}: {
  readonly INVALIDATIONS_URL: string;
}): EdgeInvalidations {
  const client = new SQSClient({});
  return {
    async add(previewKey, options) {
      const MessageBody = JSON.stringify({ previewKey, ...options } satisfies Invalidation);
      await client.send(new SendMessageCommand({ QueueUrl: INVALIDATIONS_URL, MessageBody }));
    },
  };
}
