import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { type Call, NOTHING_DONE } from "../command/command.ts";

/** Lambda's record of a batch that failed every attempt. */
const FailedBatch = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  payload: z.string(),
});

const Answer = z.nullable(z.object({ batchItemFailures: z.optional(z.array(z.unknown())) }));

/**
 * Hands each kept batch to its function, the oldest first, and deletes what is done. A consumer does its work once however
 * often it sees a record, so a run that is ended is started again. One that fails again stays, and the others continue.
 */
export async function redriveRecords(name: string, { isDry, record }: Pick<Call, "isDry" | "record">) {
  const client = new S3Client({});
  const lambda = new LambdaClient({});
  const kept: { key: string; at: number }[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name })) {
    for (const { Key: key, LastModified } of Contents) if (key) kept.push({ key, at: LastModified?.getTime() ?? 0 });
  }
  if (isDry) console.log(`UndeliveredRecords: ${kept.length} batches of records failed. ${NOTHING_DONE}`);
  if (isDry || kept.length === 0) return kept.length;
  let failed = 0;
  await record("events.redrive", name, async () => {
    for (const { key } of kept.sort((one, other) => one.at - other.at)) {
      if (await handOver(client, lambda, name, key)) {
        await client.send(new DeleteObjectCommand({ Bucket: name, Key: key }));
        console.log(`done ${key}`);
      } else {
        failed += 1;
        console.error(`failed again ${key}`);
      }
    }
  });
  console.log(`UndeliveredRecords: ${kept.length - failed} batches are done, ${failed} failed again.`);
  if (failed > 0) process.exitCode = 1;
  return kept.length;
}

/** True if the function processed every record of the batch. */
async function handOver(client: S3Client, lambda: LambdaClient, Bucket: string, Key: string) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  const { requestContext, payload } = FailedBatch.parse(JSON.parse((await Body?.transformToString()) ?? ""));
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: requestContext.functionArn, Payload: payload }),
  );
  if (FunctionError) return false;
  const answer = Answer.parse(JSON.parse(Payload?.transformToString() || "null"));
  return (answer?.batchItemFailures ?? []).length === 0;
}
