import { GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";

/** Lambda's description of a batch that failed every attempt. */
const FailedBatch = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  payload: z.string(),
});

const Image = z.record(z.string(), z.record(z.string(), z.unknown()));

/** The event that failed: records of the table's stream. */
const Event = z.object({
  Records: z.array(
    z.looseObject({
      eventName: z.optional(z.string()),
      dynamodb: z.looseObject({ SequenceNumber: z.string(), Keys: Image, NewImage: z.optional(Image) }),
    }),
  ),
});
export type Event = z.output<typeof Event>;

/** Keys of the stored batches, oldest first. */
export async function listFailedRecords(Bucket: string) {
  const batches: { key: string; at: number }[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: new S3Client({}) }, { Bucket })) {
    for (const { Key: key, LastModified } of Contents) if (key) batches.push({ key, at: LastModified?.getTime() ?? 0 });
  }
  return batches.sort((one, other) => one.at - other.at).map(({ key }) => key);
}

/** A stored batch and the function that failed on it. */
export async function readFailedRecords(Bucket: string, Key: string) {
  const { Body } = await new S3Client({}).send(new GetObjectCommand({ Bucket, Key }));
  const { requestContext, payload } = FailedBatch.parse(JSON.parse((await Body?.transformToString()) ?? ""));
  return { functionArn: requestContext.functionArn, event: Event.parse(JSON.parse(payload)) };
}
