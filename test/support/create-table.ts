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

/** Creates the marketplace's table with its stream. */
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

export const createSearchTable = (name: string) => createPlainTable(name, SEARCH_TABLE);

export const createAuditTable = (name: string) => createPlainTable(name, AUDIT_TABLE);

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
