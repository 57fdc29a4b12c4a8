import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

/** Only the SDK's document client, as a baseline for the areas' own code. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
export const query = QueryCommand;
