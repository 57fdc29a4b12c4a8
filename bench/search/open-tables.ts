import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { openIndex, openIndexing } from "#lambdas/search/search-table.ts";
import { SEARCH_TABLE, TABLE } from "#lambdas/table/indexes.ts";
import { openTable } from "#lambdas/table/marketplace-table.ts";

/** Creates empty tables for one corpus size; the marketplace's table needs no indexes here. */
export async function openTables(size: number) {
  const names = { TABLE_NAME: `bench-${size}`, SEARCH_TABLE_NAME: `bench-search-${size}` };
  const client = new DynamoDBClient({});
  for (const [TableName, keys] of [
    [names.TABLE_NAME, TABLE],
    [names.SEARCH_TABLE_NAME, SEARCH_TABLE],
  ] as const) {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [keys.partitionKey, keys.sortKey].map((AttributeName) => ({
          AttributeName,
          AttributeType: "S",
        })),
        KeySchema: [
          { AttributeName: keys.partitionKey, KeyType: "HASH" },
          { AttributeName: keys.sortKey, KeyType: "RANGE" },
        ],
      }),
    );
  }
  return { table: openTable(names), index: openIndex(names), indexing: openIndexing() };
}
