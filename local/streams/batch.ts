import type { Functions } from "#local/functions/functions.ts";
import type { StreamMappingSpec } from "#local/template/events.ts";
import type { DeadLetters } from "./dead-letters.ts";

/** A record as DynamoDB's stream and Lambda's event have it. */
export interface StreamRecord {
  eventID: string;
  eventName: string;
  dynamodb: { SequenceNumber: string; Keys: unknown; NewImage?: unknown; OldImage?: unknown };
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 30_000;

const sequenceOf = (record: StreamRecord) => record.dynamodb.SequenceNumber;

/** Index of the first record to do again; the batch's length when all is done. */
function firstFailure(payload: string, records: StreamRecord[]): number {
  const answer = JSON.parse(payload) as { batchItemFailures?: { itemIdentifier?: string }[] } | null;
  const failures = answer?.batchItemFailures ?? [];
  if (!failures.length) return records.length;
  const positions = failures.map(({ itemIdentifier }) =>
    records.findIndex((record) => sequenceOf(record) === itemIdentifier),
  );
  return Math.max(0, Math.min(...positions));
}

export interface BatchPorts {
  functions: Pick<Functions, "invoke">;
  deadLetters: DeadLetters;
  log(text: string): void;
  /** Remembers that everything up to this sequence number is done. */
  checkpoint(sequenceNumber: string): void;
  /** Waits; false when the laptop stops meanwhile. */
  pause(milliseconds: number): Promise<boolean>;
}

/**
 * Delivers one batch in order until every record is done, or its retries are used up and it is a dead letter.
 * With ReportBatchItemFailures only the first failed record and those after it come again. False when stopped.
 */
export async function deliverBatch(
  mapping: StreamMappingSpec,
  streamArn: string,
  batch: StreamRecord[],
  ports: BatchPorts,
): Promise<boolean> {
  let rest = batch;
  let attempts = 0;
  while (rest.length) {
    const Records = rest.map((record) => ({ ...record, eventSourceARN: streamArn }));
    const result = await ports.functions.invoke(mapping.functionName, { Records });
    const failed = "error" in result;
    const position = failed ? 0 : mapping.reportsItemFailures ? firstFailure(result.payload, rest) : rest.length;
    const lastDone = rest[position - 1];
    if (lastDone) {
      ports.checkpoint(sequenceOf(lastDone));
      rest = rest.slice(position);
      attempts = 0;
      if (!rest.length) return true;
    }
    attempts += 1;
    const reason = failed ? result.error.errorMessage : "reported as failed";
    if (attempts > mapping.retries) {
      giveUp(mapping, rest, reason, ports);
      return true;
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
    if (!(await ports.pause(pauseMs))) return false;
  }
  return true;
}

function giveUp(mapping: StreamMappingSpec, records: StreamRecord[], reason: string, ports: BatchPorts) {
  const { functionName, deadLetterQueue } = mapping;
  if (deadLetterQueue) ports.deadLetters.add(deadLetterQueue, { functionName, reason, payload: { Records: records } });
  const fate = deadLetterQueue ? `they are in ${deadLetterQueue} now` : "no queue is set, so they are lost";
  ports.log(`Gave up ${records.length} stream records after ${mapping.retries + 1} attempts (${reason}); ${fate}`);
  const last = records.at(-1);
  if (last) ports.checkpoint(sequenceOf(last));
}
