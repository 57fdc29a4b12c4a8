import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  AUDIT_TABLE,
  type IndexDefinition,
  SEARCH_TABLE,
  TABLE,
  VISITS_TABLE,
} from "#lambdas/platform/table/indexes.ts";

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
export const createSearchTable = (name: string) => createPlainTable(name, SEARCH_TABLE);

/** Makes the audit log's table under a name of its own. */
export const createAuditTable = (name: string) => createPlainTable(name, AUDIT_TABLE);

/** Makes the table of a day's visits under a name of its own. */
export const createVisitsTable = (name: string) => createPlainTable(name, VISITS_TABLE);

async function createPlainTable(name: string, { partitionKey, sortKey }: typeof SEARCH_TABLE) {
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [partitionKey, sortKey].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
      KeySchema: keySchema(partitionKey, sortKey),
    }),
  );
}
