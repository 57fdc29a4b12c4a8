import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";

/** Processes a batch; returns the first record that failed, if any. */
export type Processor<S> = (event: DynamoDBStreamEvent, services: S) => Promise<DynamoDBBatchResponse>;
export type ProcessBatch = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/**
 * Runs all processors on every batch at once: each goes as far as it can, whatever becomes of the others. The stream
 * retries from the earliest failed record; a processor skips what it has completed in this process.
 */
export function runProcessors<S>(processors: readonly Processor<S>[], services: S): ProcessBatch {
  const done = processors.map(() => new Set<string>());
  return async ({ Records }) => {
    const outcomes = await Promise.all(
      processors.map(async (processor, at) => {
        const left = Records.filter(({ eventID }) => !done[at]?.has(eventID ?? ""));
        const { batchItemFailures } = left.length > 0 ? await processor({ Records: left }, services) : NOTHING_FAILED;
        const [failure] = batchItemFailures;
        const end = failure
          ? left.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier)
          : left.length;
        return { failures: batchItemFailures, undone: new Set(left.slice(Math.max(0, end))) };
      }),
    );
    const failures = outcomes.flatMap(({ failures: failed }) => failed);
    for (const [at, { undone }] of outcomes.entries()) {
      const completed = failures.length > 0 ? Records.filter((record) => !undone.has(record)) : [];
      done[at] = new Set(completed.flatMap(({ eventID }) => eventID ?? []));
    }
    // The stream goes back to the earliest of them.
    return { batchItemFailures: failures };
  };
}

const NOTHING_FAILED: DynamoDBBatchResponse = { batchItemFailures: [] };
