import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  AttributeValue as StreamValue,
} from "aws-lambda";
import type { Entity, FormattedItem, KeyInputItem } from "dynamodb-toolbox/entity";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { parseKeyIds } from "../../platform/runtime/collect-ids.ts";
import { parseKey } from "../../platform/table/item-key.ts";
import { readItem, reportUnreadable, type UnreadableItem } from "../../platform/table/unreadable.ts";

/**
 * Processes a batch of the table's stream in order and stops at the first failing record, from which the stream retries:
 * every record is handled at least once, in order per item. If the former image is malformed, as before a repair, consumers
 * that compare both images skip the record.
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
      if (error instanceof UnreadableFormer) {
        reportUnreadable(error.unreadable);
        continue;
      }
      log.error("A stream record failed", {
        eventId: record.eventID,
        ...parseKeyIds(record.dynamodb?.Keys),
        error: error as Error,
      });
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? "" }] };
    }
  }
  return { batchItemFailures: [] };
}

type Image = "OldImage" | "NewImage";

/** A malformed former image of a readable item: comparing the two is left to the redrive of the previous record. */
class UnreadableFormer extends Error {
  readonly unreadable: UnreadableItem;

  constructor(unreadable: UnreadableItem) {
    super(unreadable.message);
    this.unreadable = unreadable;
  }
}

/** The ids in a record's key; `undefined` for other entities. */
export function parseRecordKey<E extends Entity>(
  { dynamodb }: Pick<DynamoDBRecord, "dynamodb">,
  entity: E,
): KeyInputItem<E> | undefined {
  const { pk, sk } = dynamodb?.Keys ?? {};
  return parseKey(entity, { pk: pk?.S ?? "", sk: sk?.S ?? "" });
}

/**
 * The item in a record's image; `undefined` without one and for other entities. Throws what `consume` handles for malformed
 * images.
 */
export function parseImage<E extends Entity>(
  { dynamodb }: Pick<DynamoDBRecord, "dynamodb">,
  image: Image,
  entity: E,
): FormattedItem<E> | undefined {
  const item = parseRecordKey({ dynamodb }, entity) && unmarshallImage(dynamodb?.[image]);
  if (!item) return undefined;
  try {
    return readItem(item, () => entity.build(EntityFormatter<E>).format(item) as FormattedItem<E>);
  } catch (error) {
    const isFormer = image === "OldImage" && dynamodb?.NewImage !== undefined;
    throw isFormer ? new UnreadableFormer(error as UnreadableItem) : error;
  }
}

/** A stream image as plain values; `undefined` without one. */
const unmarshallImage = (image: Readonly<Record<string, StreamValue>> | undefined) =>
  image && unmarshall(image as Record<string, AttributeValue>);
