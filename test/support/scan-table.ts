import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";

/** All items of a table, by default the test's, as one string. */
export async function scanTable(table = process.env.TABLE_NAME ?? "") {
  const items: unknown[] = [];
  const pages = paginateScan({ client: new DynamoDBClient({}) }, { TableName: table });
  for await (const { Items = [] } of pages) items.push(...Items);
  return JSON.stringify(items);
}
