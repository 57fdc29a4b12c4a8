import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";

/** Every item of the test's table, or of another, as one text. */
export async function scanTable(table = process.env.TABLE_NAME ?? "") {
  const items: unknown[] = [];
  const pages = paginateScan({ client: new DynamoDBClient({}) }, { TableName: table });
  for await (const { Items = [] } of pages) items.push(...Items);
  return JSON.stringify(items);
}
