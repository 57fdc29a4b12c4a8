import { join } from "node:path";
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { beforeAll, expect, test } from "vitest";
import { INDEX } from "#lambdas/platform/table/indexes.ts";
import { getStackName } from "#lib/stacks/stages.ts";
import { startApi } from "#test/support/start-api.ts";
import { startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");

const prepare = (...words: readonly string[]) =>
  run(PROJECT, "bin/ops.ts", "restore", "prepare", "--table", process.env.TABLE_NAME ?? "", ...words, "--stack", STACK);

const STACK = getStackName({ name: "dev" });

beforeAll(async () => {
  await startApi();
  await startStage({ stackName: STACK });
});

const describeTable = async () =>
  (await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: process.env.TABLE_NAME }))).Table;

const getShapes = (table: Awaited<ReturnType<typeof describeTable>>) =>
  Object.fromEntries(
    (table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = "", IndexStatus, KeySchema, Projection }) => [
      IndexName,
      [IndexStatus, KeySchema, Projection?.ProjectionType, Projection?.NonKeyAttributes?.toSorted()],
    ]),
  );

test("refuses a table with a name like the stack's own", async () => {
  const words = ["restore", "prepare", "--table", `${STACK}-DataTable-restored`, "--stack", STACK];
  const { code, output } = await run(PROJECT, "bin/ops.ts", ...words);
  expect([code, output]).toEqual([1, expect.stringContaining("Restore to another name")]);
});

test("updates the indexes of a restored table to this version", async () => {
  const before = getShapes(await describeTable());
  const client = new DynamoDBClient({});
  const change = (input: object) =>
    client.send(new UpdateTableCommand({ TableName: process.env.TABLE_NAME, ...input }));
  for (const IndexName of [INDEX.ranked, INDEX.byOwner]) {
    await change({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
    await expect.poll(async () => Object.keys(getShapes(await describeTable()))).not.toContain(IndexName);
  }
  const former = {
    ...{ IndexName: "former-v1", Projection: { ProjectionType: "KEYS_ONLY" } },
    KeySchema: [{ AttributeName: "x", KeyType: "HASH" }],
  };
  await change({
    AttributeDefinitions: [{ AttributeName: "x", AttributeType: "S" }],
    GlobalSecondaryIndexUpdates: [{ Create: former }],
  });
  await expect.poll(async () => getShapes(await describeTable())["former-v1"]?.[0]).toBe("ACTIVE");

  const dry = await prepare("--dry-run");
  expect([dry.code, dry.output]).toEqual([0, expect.stringContaining(`would add the index ${INDEX.ranked}`)]);
  expect(Object.keys(getShapes(await describeTable()))).toContain("former-v1");

  const { code, output } = await prepare();
  expect([code, output]).toEqual([0, expect.stringContaining("delete the index former-v1")]);
  expect(getShapes(await describeTable())).toEqual(before);
  expect((await prepare()).output).not.toContain("index");
});
