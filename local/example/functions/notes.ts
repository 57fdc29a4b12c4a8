import { randomUUID } from "node:crypto";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

const { TABLE: TableName, QUEUE: QueueUrl } = process.env;
const dynamoDb = new DynamoDBClient();
const sqs = new SQSClient();

/** Answers `POST /notes` and `GET /notes/{id}`. */
export async function handler({ body, pathParameters }: APIGatewayProxyEventV2) {
  const id = pathParameters?.id;
  if (id) {
    const { Item } = await dynamoDb.send(new GetItemCommand({ TableName, Key: { id: { S: id } } }));
    return Item ? { text: Item.text?.S, archivedBytes: Number(Item.archivedBytes?.N ?? 0) } : { statusCode: 404 };
  }
  const note = { id: randomUUID(), text: String(JSON.parse(body ?? "{}").text) };
  await dynamoDb.send(new PutItemCommand({ TableName, Item: { id: { S: note.id }, text: { S: note.text } } }));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: note.id }));
  return { statusCode: 201, headers: { "content-type": "application/json" }, body: JSON.stringify(note) };
}
