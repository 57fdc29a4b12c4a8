import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

/** Nothing but the SDK's document client, as a measure of what the areas load beside it. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
export const query = QueryCommand;
