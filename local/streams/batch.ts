import type { Functions } from "#local/functions/functions.ts";
import type { StreamMappingSpec } from "#local/template/events.ts";
import { buildFailedBatch, buildFailedBatchKey } from "./failed-batch.ts";
import type { StreamRecord } from "./stream-record.ts";

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;

const getSequence = (record: StreamRecord) => record.dynamodb.SequenceNumber;

/** Index of the first failed record; the batch's length when none failed. */
function firstFailure(payload: string, records: StreamRecord[]): number {
  const answer = JSON.parse(payload) as { batchItemFailures?: { itemIdentifier?: string }[] } | null;
  const failures = answer?.batchItemFailures ?? [];
  if (!failures.length) return records.length;
  const positions = failures.map(({ itemIdentifier }) =>
    records.findIndex((record) => getSequence(record) === itemIdentifier),
  );
  return Math.max(0, Math.min(...positions));
}

export interface BatchDependencies {
  functions: Pick<Functions, "invoke">;
  /** Puts an object into a bucket for what failed. */
  keep(bucket: string, key: string, body: string): Promise<void>;
  log(text: string): void;
  /** Persists that every record up to this sequence number is done. */
  checkpoint(sequenceNumber: string): void;
  /** Resolves with false when the laptop stops meanwhile. */
  pause(milliseconds: number): Promise<boolean>;
}

/**
 * Delivers one batch until every record is done, or until its retries are used up and it is kept in a bucket.
 * With ReportBatchItemFailures the retry starts at the first failed record; with BisectBatchOnFunctionError a batch whose
 * function throws continues in halves, each with all retries. Resolves with false when stopped.
 */
export async function deliverBatch(
  mapping: StreamMappingSpec,
  streamArn: string,
  batch: StreamRecord[],
  dependencies: BatchDependencies,
): Promise<boolean> {
  let rest = batch;
  let attempts = 0;
  while (rest.length) {
    const Records = rest.map((record) => ({ ...record, eventSourceARN: streamArn }));
    const result = await dependencies.functions.invoke(mapping.functionName, { Records });
    const failed = "error" in result;
    if (failed && mapping.bisects && rest.length > 1) {
      if (!(await dependencies.pause(FIRST_PAUSE_MS))) return false;
      const middle = Math.ceil(rest.length / 2);
      const isFirstDone = await deliverBatch(mapping, streamArn, rest.slice(0, middle), dependencies);
      return isFirstDone && deliverBatch(mapping, streamArn, rest.slice(middle), dependencies);
    }
    const position = failed ? 0 : mapping.reportsItemFailures ? firstFailure(result.payload, rest) : rest.length;
    const lastDone = rest[position - 1];
    if (lastDone) {
      dependencies.checkpoint(getSequence(lastDone));
      rest = rest.slice(position);
      attempts = 0;
      if (!rest.length) return true;
    }
    attempts += 1;
    const reason = failed ? result.error.errorMessage : "reported as failed";
    if (attempts > mapping.retries) {
      await keepFailed(mapping, streamArn, rest, reason, dependencies);
      return true;
    }
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
    if (!(await dependencies.pause(pauseMs))) return false;
  }
  return true;
}

async function keepFailed(
  mapping: StreamMappingSpec,
  streamArn: string,
  records: StreamRecord[],
  reason: string,
  dependencies: BatchDependencies,
) {
  const { failureBucket } = mapping;
  if (failureBucket) {
    const body = JSON.stringify(buildFailedBatch(mapping, streamArn, records));
    await dependencies.keep(failureBucket, buildFailedBatchKey(mapping, new Date()), body);
  }
  const outcome = failureBucket ? `kept in ${failureBucket}` : "no destination is configured, so they are lost";
  dependencies.log(
    `${records.length} stream records failed after ${mapping.retries + 1} attempts (${reason}); ${outcome}`,
  );
  const last = records.at(-1);
  if (last) dependencies.checkpoint(getSequence(last));
}
