import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  AttributeValue as StreamValue,
} from "aws-lambda";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { idsInKey } from "../../platform/runtime/ids-in.ts";

/**
 * Works through a batch of the table's stream in order and stops at the first record that fails, so that the stream
 * tries again from there: every record is handled at least once and none overtakes another of its item.
 */
export async function consume(
  { Records }: DynamoDBStreamEvent,
  { log }: Pick<BaseServices, "log">,
  work: (record: DynamoDBRecord) => Promise<void>,
): Promise<DynamoDBBatchResponse> {
  for (const record of Records) {
    try {
      await work(record);
    } catch (error) {
      log.error("A stream record failed", {
        eventId: record.eventID,
        ...idsInKey(record.dynamodb?.Keys),
        error: error as Error,
      });
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? "" }] };
    }
  }
  return { batchItemFailures: [] };
}

/** A stream image as plain values; `undefined` where the record has none. */
export const unmarshallImage = (image: Readonly<Record<string, StreamValue>> | undefined) =>
  image && unmarshall(image as Record<string, AttributeValue>);
