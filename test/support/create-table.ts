import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { type IndexDefinition, SEARCH_TABLE, TABLE } from "#lambdas/table/indexes.ts";

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: "HASH" as const },
  { AttributeName: sortKey, KeyType: "RANGE" as const },
];

/** Makes the marketplace's table with its stream, under a name of its own. */
export async function createTable(name: string) {
  const indexes: readonly IndexDefinition[] = TABLE.indexes;
  const keys = new Set([TABLE, ...indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]));
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [...keys].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
      KeySchema: keySchema(TABLE.partitionKey, TABLE.sortKey),
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: [...index.include] },
      })),
    }),
  );
}

/** Makes the search index's table under a name of its own. */
export async function createSearchTable(name: string) {
  const { partitionKey, sortKey } = SEARCH_TABLE;
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [partitionKey, sortKey].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
      KeySchema: keySchema(partitionKey, sortKey),
    }),
  );
}
