import { isDeepStrictEqual } from "node:util";
import { type AttributeValue, DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { type Call, NOTHING_DONE } from "../command/command.ts";
import { type Event, listFailedRecords, readFailedRecords } from "./failed-records.ts";

const Response = z.nullable(
  z.object({ batchItemFailures: z.optional(z.array(z.object({ itemIdentifier: z.string() }))) }),
);

interface FailedRecordStore {
  readonly bucket: string;
  readonly table: string;
}

/**
 * Sends each stored batch to its function, oldest first, and deletes the processed ones. Consumers are idempotent, so an
 * interrupted run can be repeated. Batches that fail again stay stored.
 */
export async function redriveRecords(
  { bucket, table }: FailedRecordStore,
  { isDry, record }: Pick<Call, "isDry" | "record">,
) {
  const client = new S3Client({});
  const keys = await listFailedRecords(bucket);
  if (isDry) console.log(`UndeliveredRecords: ${keys.length} batches of records failed. ${NOTHING_DONE}`);
  if (isDry || keys.length === 0) return keys.length;
  let failed = 0;
  await record("events.redrive", bucket, async () => {
    for (const key of keys) {
      const outcome = await redriveBatch({ bucket, table }, key);
      if (outcome === "failed") {
        failed += 1;
        console.error(`failed again ${key}`);
        continue;
      }
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      console.log(outcome === "repaired" ? `done ${key}, using current item state` : `done ${key}`);
    }
  });
  console.log(`UndeliveredRecords: ${keys.length - failed} batches are done, ${failed} failed again.`);
  if (failed > 0) process.exitCode = 1;
  return keys.length;
}

/**
 * Resends a batch. A record that fails again is resent with its item's current state, because the item may have been repaired.
 */
async function redriveBatch(
  { bucket, table }: FailedRecordStore,
  key: string,
): Promise<"done" | "repaired" | "failed"> {
  const { functionArn, event } = await readFailedRecords(bucket, key);
  const updated = new Set<string>();
  for (;;) {
    const failed = await invoke(functionArn, event);
    if (failed?.length === 0) return updated.size > 0 ? "repaired" : "done";
    const before = updated.size;
    for (const { dynamodb } of event.Records) {
      const { SequenceNumber, Keys, NewImage } = dynamodb;
      if (!NewImage || updated.has(SequenceNumber) || !failed?.includes(SequenceNumber)) continue;
      const current = await readImage(table, Keys);
      if (!current || isDeepStrictEqual(current, NewImage)) continue;
      dynamodb.NewImage = current;
      updated.add(SequenceNumber);
    }
    if (updated.size === before) return "failed";
  }
}

/** Sequence numbers of failed records; `undefined` if the function throws. */
async function invoke(FunctionName: string, event: Event) {
  const command = new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) });
  const { FunctionError, Payload } = await new LambdaClient({}).send(command);
  if (FunctionError) return undefined;
  const response = Response.parse(JSON.parse(Payload?.transformToString() || "null"));
  return (response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
}

/** The item in the stream's format, in which binary values are base64 text. */
async function readImage(TableName: string, keys: Event["Records"][number]["dynamodb"]["Keys"]) {
  const Key = Object.fromEntries(Object.entries(keys).map(([name, { S }]) => [name, { S: String(S) }]));
  const command = new GetItemCommand({ TableName, Key, ConsistentRead: true });
  const { Item } = await new DynamoDBClient({}).send(command);
  const toText = (value: AttributeValue) => (value.B ? { B: Buffer.from(value.B).toString("base64") } : value);
  return Item && Object.fromEntries(Object.entries(Item).map(([name, value]) => [name, { ...toText(value) }]));
}
