import { randomUUID } from "node:crypto";
import type { StreamMappingSpec } from "#local/template/events.ts";
import { functionArn } from "#local/template/names.ts";
import type { StreamRecord } from "./stream-record.ts";

/** The shard id in every failed batch: a batch doesn't contain the stream's own shard id. */
const SHARD = "shardId-00000000000000000000-00000000";

/** The key under which Lambda keeps a batch of a stream that failed. */
export const buildFailedBatchKey = ({ id }: StreamMappingSpec, at: Date) =>
  `aws/lambda/${id}/${SHARD}/${at.toISOString().slice(0, 10).replaceAll("-", "/")}/${at.toISOString().slice(0, 19).replaceAll(":", ".")}-${randomUUID()}`;

/** Lambda's record of a batch that failed, with the whole event as text, which it adds for buckets. */
export function buildFailedBatch(mapping: StreamMappingSpec, streamArn: string, records: readonly StreamRecord[]) {
  const sequences = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const now = new Date().toISOString();
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: functionArn(mapping.functionName),
      condition: "RetryAttemptsExhausted",
      approximateInvokeCount: mapping.retries + 1,
    },
    responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
    version: "1.0",
    timestamp: now,
    DDBStreamBatchInfo: {
      shardId: SHARD,
      startSequenceNumber: sequences[0],
      endSequenceNumber: sequences.at(-1),
      approximateArrivalOfFirstRecord: now,
      approximateArrivalOfLastRecord: now,
      batchSize: records.length,
      streamArn,
    },
    payload: JSON.stringify({
      Records: records.map((record) => ({ ...record, eventSource: "aws:dynamodb", eventSourceARN: streamArn })),
    }),
  };
}
