import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import type { S3ObjectCreatedNotificationEvent } from "aws-lambda";

const { TABLE: TableName } = process.env;
const dynamoDb = new DynamoDBClient();

/** Writes on the note how large its copy in the bucket is. */
export async function handler({ detail }: S3ObjectCreatedNotificationEvent): Promise<void> {
  const { key, size } = detail.object;
  await dynamoDb.send(
    new UpdateItemCommand({
      TableName,
      Key: { id: { S: key } },
      UpdateExpression: "SET archivedBytes = :size",
      ExpressionAttributeValues: { ":size": { N: String(size) } },
    }),
  );
}
