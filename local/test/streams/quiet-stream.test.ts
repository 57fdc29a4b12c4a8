import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { UNRESTRICTED } from "#local/access/access.ts";
import { callDynamoDb } from "#local/provision/dynamodb-call.ts";
import { startDynamoDbProxy } from "#local/services/dynamodb-proxy.ts";
import { openStateFile } from "#local/state-file.ts";
import { startStreamConsumer } from "#local/streams/stream-consumer.ts";
import type { StreamRecord } from "#local/streams/stream-record.ts";

const TableName = "QuietTable";

async function startTable() {
  let calls = 0;
  const access = { ...UNRESTRICTED, isUnrestricted: () => ++calls > 0 };
  const upstream = inject("dynamoDbUrl");
  const [streams, tables] = await Promise.all([
    startDynamoDbProxy({ upstream, access, log: console.error }),
    startDynamoDbProxy({ upstream, access: UNRESTRICTED, log: console.error }),
  ]);
  await callDynamoDb(tables.url, "tables", "CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
  onTestFinished(async () => {
    await callDynamoDb(tables.url, "tables", "DeleteTable", { TableName });
    await Promise.all([streams.stop(), tables.stop()]);
  });
  const countDuring = async (work: () => Promise<unknown>) => {
    const before = calls;
    await work();
    return calls - before;
  };
  return { streams, tables, countDuring };
}

const put = (url: string, pk: string) => callDynamoDb(url, "tables", "PutItem", { TableName, Item: { pk: { S: pk } } });

test("a stream is polled ten times a second after a write, later once a second, and at once after the next write", async () => {
  const { streams, tables, countDuring } = await startTable();
  const dir = mkdtempSync(join(tmpdir(), "quiet-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const delivered: string[] = [];
  const mapping = {
    id: "mapping",
    tableName: TableName,
    streamArn: "",
    functionName: "consumer",
    batchSize: 100,
    startsAt: "TRIM_HORIZON" as const,
    reportsItemFailures: false,
    bisects: false,
    retries: 0,
    filters: [],
  };
  const consumer = await startStreamConsumer(streams.url, mapping, openStateFile(join(dir, "checkpoints.json")), {
    functions: {
      invoke: async (_name, event) => {
        const { Records } = event as { Records: StreamRecord[] };
        for (const { dynamodb } of Records) delivered.push((dynamodb.Keys as { pk: { S: string } }).pk.S);
        return { requestId: "1", payload: "null" };
      },
    },
    lastWriteAt: tables.lastWriteAt,
    keep: async () => {},
    log: console.error,
  });
  onTestFinished(consumer.stop);

  await put(tables.url, "first");
  expect(await countDuring(() => sleep(1_500))).toBeGreaterThan(5);
  await sleep(1_500);
  expect(await countDuring(() => sleep(3_000))).toBeLessThan(6);

  await put(tables.url, "second");
  const written = performance.now();
  while (delivered.length < 2) await sleep(5);
  expect(performance.now() - written).toBeLessThan(500);
  expect(delivered).toEqual(["first", "second"]);
});

test("only requests that may write count as a write", async () => {
  const { tables } = await startTable();
  await put(tables.url, "one");
  const written = tables.lastWriteAt();
  await callDynamoDb(tables.url, "tables", "GetItem", { TableName, Key: { pk: { S: "one" } } });
  expect(tables.lastWriteAt()).toBe(written);
  await put(tables.url, "two");
  expect(tables.lastWriteAt()).toBeGreaterThan(written);
});
