import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";

/** Processes a batch; returns the first failing record, if any. */
export type Processor<S> = (event: DynamoDBStreamEvent, services: S) => Promise<DynamoDBBatchResponse>;
export type ProcessBatch = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/**
 * Runs all processors concurrently on every batch, independent of each other's failures. The stream retries from the earliest
 * failed record; processors skip what they completed in this process.
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
    // The stream retries from the earliest of them.
    return { batchItemFailures: failures };
  };
}

const NOTHING_FAILED: DynamoDBBatchResponse = { batchItemFailures: [] };

/** Times that a record may fail first in its batch before it counts as permanently failing, since outages of seconds pass. */
const MAX_FAILURES = 3;
const MAX_REMEMBERED = 1_000;

/**
 * Throws if a batch's first record keeps failing: Lambda bisects only batches whose function throws, so that in the end this
 * record alone is dropped. After reported failures it would instead retry from there and finally drop all records behind it
 * too.
 */
export function isolateFailing(process: ProcessBatch): ProcessBatch {
  /** By sequence number, because one process may serve several shards. */
  const failures = new Map<string, number>();
  return async (event) => {
    const answer = await process(event);
    const first = event.Records[0]?.dynamodb?.SequenceNumber ?? "";
    if (!answer.batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === first)) {
      failures.delete(first);
      return answer;
    }
    const times = (failures.get(first) ?? 0) + 1;
    if (failures.size > MAX_REMEMBERED) failures.clear();
    failures.set(first, times);
    if (times <= MAX_FAILURES || event.Records.length === 1) return answer;
    throw new Error(`The record ${first} failed ${times} times, and ${event.Records.length - 1} wait behind it`);
  };
}
