import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { SQSEvent } from "aws-lambda";

const { TABLE: TableName, BUCKET: Bucket } = process.env;
const dynamoDb = new DynamoDBClient();
const s3 = new S3Client();

/** Copies each note that the queue names into the bucket. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body: id } of Records) {
    const { Item } = await dynamoDb.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }));
    await s3.send(new PutObjectCommand({ Bucket, Key: id, Body: Item?.text?.S ?? "" }));
  }
}
