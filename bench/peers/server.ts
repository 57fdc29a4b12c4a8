import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installPackage } from "#bench/web/install-package.ts";

/** Packages and databases, kept between runs. */
export const KEPT = join(tmpdir(), "ochre-peers");

export const CALLS = ["list", "detail", "search"] as const;

/** A request that a storefront sends. */
export interface Call {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST. */
  readonly body?: object;
}

export interface Server {
  readonly origin: string;
  /** The processes of each row of the table; a row may be a part of another. */
  readonly rows: Readonly<Record<string, () => readonly number[]>>;
  readonly database: { readonly name: string; pids(): readonly number[] };
  /** Twenty products, one of them, twenty results, for the nth time. */
  readonly calls: Readonly<Record<(typeof CALLS)[number], (nth: number) => Call>>;
  stop(): Promise<unknown>;
}

/** Installs a folder's packages outside the repository; returns the folder, where the package is, and its version. */
export function install(name: string, library: string) {
  const folder = join(KEPT, name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  const installed = installPackage(folder, library);
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  return { folder, installed, version: version as string };
}

/** A port that nobody has now. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** The output of all that runs here. */
const LOG = join(KEPT, "log");

/** Runs Node with production's switches; it ends with this process at the latest. */
export function runNode(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const log = openSync(LOG, "a");
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", log, log],
  });
  process.once("exit", () => child.kill());
  return child;
}

/** Resolves once it has ended; throws where it failed. */
export async function ended(child: ChildProcess) {
  const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  if (code) throw new Error(`${child.spawnargs.slice(1).join(" ")} ended with ${code}; its output is in ${LOG}`);
}

export async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

const PATIENCE_MS = 900_000;

/** Tries twice a second until it is true; an error counts as false. Throws after a quarter of an hour. */
export async function until(description: string, isTrue: () => Promise<boolean>) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(500)) {
    if (await isTrue().catch(() => false)) return;
  }
  throw new Error(`Waited in vain until ${description}; the servers' output is in ${LOG}`);
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** A line of `/proc`, of a process that is there. */
function statOf(pid: number | string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    // Its own time and that of children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { parent, cpuMs: ticks * TICK_MS, bytes: (fields[21] ?? 0) * PAGE_BYTES };
  } catch {
    return undefined;
  }
}

/** A process and all that it has started, and so on. */
export function familyOf(pid: number | undefined): number[] {
  const parents = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    return stat ? [[Number(name), stat.parent] as const] : [];
  });
  const family = pid ? [pid] : [];
  for (const member of family) family.push(...parents.flatMap(([id, parent]) => (parent === member ? [id] : [])));
  return family;
}

/** Processor milliseconds and resident megabytes of processes. */
export function usageOf(pids: readonly number[]) {
  const stats = pids.map(statOf);
  const sum = (pick: (stat: NonNullable<ReturnType<typeof statOf>>) => number) =>
    stats.reduce((total, stat) => total + (stat ? pick(stat) : 0), 0);
  return { cpuMs: sum(({ cpuMs }) => cpuMs), mb: sum(({ bytes }) => bytes) / 1e6 };
}
