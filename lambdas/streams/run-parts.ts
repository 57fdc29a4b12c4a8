import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";

/** Works through a batch; answers with the first record that it couldn't handle, if any. */
export type Part<S> = (event: DynamoDBStreamEvent, services: S) => Promise<DynamoDBBatchResponse>;
export type ReadBatch = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/**
 * Hands every batch to all parts at once: each goes as far as it can, whatever becomes of the others. The stream tries
 * again from the earliest record that failed anywhere; what a part has done of it isn't done again in this process.
 */
export function runParts<S>(parts: readonly Part<S>[], services: S): ReadBatch {
  const done = parts.map(() => new Set<string>());
  return async ({ Records }) => {
    const outcomes = await Promise.all(
      parts.map(async (part, at) => {
        const left = Records.filter(({ eventID }) => !done[at]?.has(eventID ?? ""));
        const { batchItemFailures } = left.length > 0 ? await part({ Records: left }, services) : NOTHING_FAILED;
        const [failure] = batchItemFailures;
        const end = failure
          ? left.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier)
          : left.length;
        return { failures: batchItemFailures, undone: new Set(left.slice(Math.max(0, end))) };
      }),
    );
    const failures = outcomes.flatMap(({ failures: failed }) => failed);
    for (const [at, { undone }] of outcomes.entries()) {
      const kept = failures.length > 0 ? Records.filter((record) => !undone.has(record)) : [];
      done[at] = new Set(kept.flatMap(({ eventID }) => eventID ?? []));
    }
    // The stream goes back to the earliest of them.
    return { batchItemFailures: failures };
  };
}

const NOTHING_FAILED: DynamoDBBatchResponse = { batchItemFailures: [] };
