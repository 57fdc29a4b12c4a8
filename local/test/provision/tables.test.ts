import { randomUUID } from "node:crypto";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { beforeEach, expect, inject, test } from "vitest";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { ensureTables } from "#local/provision/tables.ts";
import type { TableSpec } from "#local/template/tables.ts";

const url = inject("dynamoDbUrl");

const index = (IndexName: string, ...NonKeyAttributes: string[]) => ({
  IndexName,
  KeySchema: [{ AttributeName: "o", KeyType: "HASH" as const }],
  Projection: { ProjectionType: "INCLUDE", NonKeyAttributes },
});

let name: string;

beforeEach(async () => {
  name = randomUUID();
  await ensureTables(url, [tableWith(index("first", "a", "b"), index("second", "a"))]);
});

const tableWith = (...GlobalSecondaryIndexes: ReturnType<typeof index>[]): TableSpec => ({
  name,
  AttributeDefinitions: ["pk", "o"].map((AttributeName) => ({ AttributeName, AttributeType: "S" as const })),
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  GlobalSecondaryIndexes,
});

async function indexes() {
  const accessKeyId = process.env.AWS_ACCESS_KEY_ID || LOCAL_CREDENTIALS.accessKeyId;
  const credentials = { ...LOCAL_CREDENTIALS, accessKeyId };
  const client = new DynamoDBClient({ endpoint: url, region: "us-east-1", credentials });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  return Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort();
}

test("an update adds or removes one index, and does nothing without changes", async () => {
  await ensureTables(url, [tableWith(index("first", "b", "a"), index("second", "a"))]);
  expect(await indexes()).toEqual(["first", "second"]);
  await ensureTables(url, [tableWith(index("first", "a", "b"), index("second", "a"), index("third", "a"))]);
  expect(await indexes()).toEqual(["first", "second", "third"]);
  await ensureTables(url, [tableWith(index("second", "a"), index("third", "a"))]);
  expect(await indexes()).toEqual(["second", "third"]);
});

test.each([
  ["two are created", () => [index("first", "a", "b"), index("second", "a"), index("third"), index("fourth")]],
  ["two are deleted", () => []],
  ["one is replaced", () => [index("first", "a", "b"), index("third", "a")]],
])("an update is refused if %s", async (_what, wanted) => {
  await expect(ensureTables(url, [tableWith(...wanted())])).rejects.toThrow(
    "UPDATE_FAILED: Cannot perform more than one GSI creation or deletion in a single update.",
  );
  expect(await indexes()).toEqual(["first", "second"]);
});

test("an update is refused if it changes an index's projection", async () => {
  await expect(ensureTables(url, [tableWith(index("first", "a"), index("second", "a"))])).rejects.toThrow(
    "UPDATE_FAILED: Cannot update GSI's properties",
  );
});
