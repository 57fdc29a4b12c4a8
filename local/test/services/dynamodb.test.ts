import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, expect, test } from "vitest";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { startDynamoDb } from "#local/services/dynamodb.ts";
import { findJava, parseJavaVersion } from "#local/services/java.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "dynamodb-"));
  cleanUps.push(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

function createClient(url: string): DynamoDBClient {
  const client = new DynamoDBClient({ endpoint: url, region: "eu-central-1", credentials: LOCAL_CREDENTIALS });
  cleanUps.push(() => client.destroy());
  return client;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function waitForEnd(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isRunning(pid); tries++) await sleep(100);
  return !isRunning(pid);
}

const createThings = new CreateTableCommand({
  TableName: "things",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
});

test("a table and its item survive a restart", { timeout: 60_000 }, async () => {
  const dir = await folder();
  const first = await startDynamoDb({ dir });
  cleanUps.push(() => first.stop());
  await createClient(first.url).send(createThings);
  await createClient(first.url).send(
    new PutItemCommand({ TableName: "things", Item: { pk: { S: "a" }, n: { N: "1" } } }),
  );
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);

  const second = await startDynamoDb({ dir });
  cleanUps.push(() => second.stop());
  const read = await createClient(second.url).send(
    new GetItemCommand({ TableName: "things", Key: { pk: { S: "a" } } }),
  );

  expect(read.Item).toEqual({ pk: { S: "a" }, n: { N: "1" } });
});

test("a write is in the write-ahead log once it is acknowledged, and survives a hard kill", {
  timeout: 60_000,
}, async () => {
  const dir = await folder();
  const first = await startDynamoDb({ dir });
  await createClient(first.url).send(createThings);
  await createClient(first.url).send(new PutItemCommand({ TableName: "things", Item: { pk: { S: "a" } } }));
  expect(await readdir(dir)).toContain("shared-local-instance.db-wal");
  process.kill(first.pid, "SIGKILL");
  expect(await waitForEnd(first.pid)).toBe(true);

  const second = await startDynamoDb({ dir });
  cleanUps.push(() => second.stop());
  const { Item } = await createClient(second.url).send(
    new GetItemCommand({ TableName: "things", Key: { pk: { S: "a" } }, ConsistentRead: true }),
  );
  expect(Item).toEqual({ pk: { S: "a" } });
});

test("Java ends when the process that started it is killed hard", { timeout: 60_000 }, async () => {
  const script = `
    const { startDynamoDb } = await import(${JSON.stringify(new URL("../../../local/services/dynamodb.ts", import.meta.url).href)});
    console.log((await startDynamoDb()).pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanUps.push(() => parent.kill("SIGKILL"));
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const java = Number(line.toString());
  expect(isRunning(java)).toBe(true);

  parent.kill("SIGKILL");

  expect(await waitForEnd(java)).toBe(true);
});

test("a port in use is reported in one line", { timeout: 60_000 }, async () => {
  const first = await startDynamoDb();
  cleanUps.push(() => first.stop());
  const port = Number(new URL(first.url).port);

  await expect(startDynamoDb({ port })).rejects.toThrow(`DynamoDB Local didn't start: port ${port} is taken`);
});

test("damaged state is reported in one line", { timeout: 60_000 }, async () => {
  const dir = await folder();
  await writeFile(join(dir, "shared-local-instance.db"), "no database".repeat(1_000));

  await expect(startDynamoDb({ dir })).rejects.toThrow(/its state can't be read.*--fresh[^\n]*$/);
});

test("without Java 17 or newer the error says what to install", async () => {
  await expect(findJava({ PATH: "/nowhere", JAVA_HOME: "/nowhere" })).rejects.toThrow(
    /needs Java 17 or newer.*Install it: \S+/,
  );
});

test.each([
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ['openjdk version "21" 2023-09-19', 21],
  ['java version "1.8.0_392"', 8],
  ["command not found", 0],
])("%s is version %i", (text, version) => {
  expect(parseJavaVersion(text)).toBe(version);
});
