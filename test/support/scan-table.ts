import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";

/** Every item of the test's table as one text. */
export async function scanTable() {
  const items: unknown[] = [];
  const pages = paginateScan({ client: new DynamoDBClient({}) }, { TableName: process.env.TABLE_NAME ?? "" });
  for await (const { Items = [] } of pages) items.push(...Items);
  return JSON.stringify(items);
}
