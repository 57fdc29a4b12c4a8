import type { ProcessBatch } from "./run-processors.ts";

/**
 * Throws where the record that a batch begins with fails again: only a batch whose function throws is halved, so that in
 * the end that record is given up alone. A batch that names its failures is sent again from there, and after the last
 * attempt all that wait behind the record would go with it.
 */
export function isolateFailing(process: ProcessBatch): ProcessBatch {
  let failed: string | undefined;
  return async (event) => {
    const answer = await process(event);
    const first = event.Records[0]?.dynamodb?.SequenceNumber;
    if (!answer.batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === first)) return answer;
    const isAgain = failed === first;
    failed = first;
    if (!isAgain || event.Records.length === 1) return answer;
    throw new Error(`The record ${first} failed again, and ${event.Records.length - 1} wait behind it`);
  };
}
