import type { ProcessBatch } from "./run-processors.ts";

/** How often a record may fail first in its batch before it is taken for one that always does: a fault of seconds passes. */
const MOST_FAILURES = 3;
const MOST_REMEMBERED = 1_000;

/**
 * Throws where the record that a batch begins with fails again and again: only a batch whose function throws is halved, so
 * that in the end that record is given up alone. A batch that names its failures is sent again from there, and after the
 * last attempt all that wait behind the record would go with it.
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
    if (failures.size > MOST_REMEMBERED) failures.clear();
    failures.set(first, times);
    if (times <= MOST_FAILURES || event.Records.length === 1) return answer;
    throw new Error(`The record ${first} failed ${times} times, and ${event.Records.length - 1} wait behind it`);
  };
}
