import { isDeepStrictEqual } from "node:util";
import { type AttributeValue, DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { type Call, NOTHING_DONE } from "../command/command.ts";
import { type Event, listKept, readKept } from "./kept-records.ts";

const Answer = z.nullable(
  z.object({ batchItemFailures: z.optional(z.array(z.object({ itemIdentifier: z.string() }))) }),
);

interface Kept {
  readonly bucket: string;
  readonly table: string;
}

/**
 * Sends each kept batch to its function, oldest first, and deletes handled ones. Consumers are idempotent, so an interrupted
 * run can be repeated. Batches that fail again are kept.
 */
export async function redriveRecords({ bucket, table }: Kept, { isDry, record }: Pick<Call, "isDry" | "record">) {
  const client = new S3Client({});
  const kept = await listKept(bucket);
  if (isDry) console.log(`UndeliveredRecords: ${kept.length} batches of records failed. ${NOTHING_DONE}`);
  if (isDry || kept.length === 0) return kept.length;
  let failed = 0;
  await record("events.redrive", bucket, async () => {
    for (const key of kept) {
      const outcome = await handOver({ bucket, table }, key);
      if (outcome === "failed") {
        failed += 1;
        console.error(`failed again ${key}`);
        continue;
      }
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      console.log(outcome === "repaired" ? `done ${key}, with the present state of its items` : `done ${key}`);
    }
  });
  console.log(`UndeliveredRecords: ${kept.length - failed} batches are done, ${failed} failed again.`);
  if (failed > 0) process.exitCode = 1;
  return kept.length;
}

/**
 * Resends a batch. A record that fails again is sent once more with its item's present state, since the item may have been
 * repaired.
 */
async function handOver({ bucket, table }: Kept, key: string): Promise<"done" | "repaired" | "failed"> {
  const { functionArn, event } = await readKept(bucket, key);
  const renewed = new Set<string>();
  for (;;) {
    const failed = await invoke(functionArn, event);
    if (failed?.length === 0) return renewed.size > 0 ? "repaired" : "done";
    const before = renewed.size;
    for (const { dynamodb } of event.Records) {
      const { SequenceNumber, Keys, NewImage } = dynamodb;
      if (!NewImage || renewed.has(SequenceNumber) || !failed?.includes(SequenceNumber)) continue;
      const present = await readImage(table, Keys);
      if (!present || isDeepStrictEqual(present, NewImage)) continue;
      dynamodb.NewImage = present;
      renewed.add(SequenceNumber);
    }
    if (renewed.size === before) return "failed";
  }
}

/** Sequence numbers of failed records; `undefined` if the function throws. */
async function invoke(FunctionName: string, event: Event) {
  const command = new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) });
  const { FunctionError, Payload } = await new LambdaClient({}).send(command);
  if (FunctionError) return undefined;
  const answer = Answer.parse(JSON.parse(Payload?.transformToString() || "null"));
  return (answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
}

/** An item in the stream's format, where bytes are text. */
async function readImage(TableName: string, keys: Event["Records"][number]["dynamodb"]["Keys"]) {
  const Key = Object.fromEntries(Object.entries(keys).map(([name, { S }]) => [name, { S: String(S) }]));
  const command = new GetItemCommand({ TableName, Key, ConsistentRead: true });
  const { Item } = await new DynamoDBClient({}).send(command);
  const toText = (value: AttributeValue) => (value.B ? { B: Buffer.from(value.B).toString("base64") } : value);
  return Item && Object.fromEntries(Object.entries(Item).map(([name, value]) => [name, { ...toText(value) }]));
}
