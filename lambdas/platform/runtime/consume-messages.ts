import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type * as z from "zod/mini";
import type { BaseServices } from "./base-services.ts";
import { collectIds } from "./collect-ids.ts";

/**
 * Processes a queue's batch concurrently. A failed message is logged without its content and retried by the queue, until it
 * becomes a dead letter.
 */
export async function consumeMessages<S extends z.ZodMiniType>(
  { Records }: SQSEvent,
  { log }: Pick<BaseServices, "log">,
  schema: S,
  /** `attempt` counts from 1. */
  work: (message: z.output<S>, attempt: number) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const failed = await Promise.all(
    Records.map(async ({ messageId, body, attributes }) => {
      let message: unknown;
      try {
        message = JSON.parse(body);
        await work(schema.parse(message), Number(attributes.ApproximateReceiveCount));
        return [];
      } catch (error) {
        log.error("A message of the queue failed", { messageId, ...collectIds(message), error: error as Error });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
