import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { distribution, httpApi, lambdaFunction, writeAssembly } from "../support/stack.ts";

const PROGRAM = join(import.meta.dirname, "../../run.ts");
let cdkOut = "";

beforeAll(() => {
  cdkOut = writeAssembly({
    assets: {
      fn: {
        "index.cjs": "exports.handler = async (event) => { while (event.rawPath === '/api/hang'); return 'fine' }",
      },
    },
    resources: {
      Fn: lambdaFunction("fn", { Timeout: 30 }),
      Bucket: { Type: "AWS::S3::Bucket" },
      ...httpApi("Fn", ["GET /api/{rest+}"]),
      Site: distribution("Bucket"),
    },
  });
});

function folder() {
  const dir = mkdtempSync(join(tmpdir(), "program-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

interface Program {
  process: ChildProcess;
  output(): string;
  /** Exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

function run(args: string[], environment: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [PROGRAM, "--out", cdkOut, ...args], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk));
  return {
    process: child,
    output: () => text,
    ended: new Promise((resolve) => child.once("close", resolve)),
  };
}

/** The program once it is ready, with its origin. */
async function ready(args: string[]) {
  const program = run(args);
  const origin = await new Promise<string>((resolve, reject) => {
    program.process.stdout?.on("data", () => {
      const found = /ready at (\S+)/.exec(program.output())?.[1];
      if (found) resolve(found);
    });
    void program.ended.then(() => reject(new Error(program.output())));
  });
  return { ...program, origin };
}

/** Ids of all processes below this one. */
function listDescendants(pid: number | undefined): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number | undefined): number[] =>
    rows.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

const readCommand = (pid: number) => spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout;

/** True if a process runs; false for a zombie. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

describe("the laptop's program", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "ends on %s with every process it started, even amid a call",
    async (signal) => {
      const program = await ready(["--home", folder()]);
      const call = fetch(`${program.origin}/api/hang`).catch(() => "cut");
      await fetch(`${program.origin}/api/other`);
      const children = listDescendants(program.process.pid);
      expect(children.length).toBeGreaterThanOrEqual(2);
      const started = performance.now();
      program.process.kill(signal);
      expect(await program.ended).toBe(0);
      expect(performance.now() - started).toBeLessThan(5_000);
      await expect.poll(() => children.filter(isAlive)).toEqual([]);
      await call;
    },
  );

  test("exits with 1 and one line when the database has exited", async () => {
    const program = await ready(["--home", folder()]);
    const java = listDescendants(program.process.pid).find((pid) => readCommand(pid).includes("DynamoDBLocal.jar"));
    if (java === undefined) throw new Error("No database among the program's processes");
    process.kill(java, "SIGKILL");
    expect(await program.ended).toBe(1);
    expect(program.output().trim().split("\n").slice(1)).toEqual([
      expect.stringMatching(/^DynamoDB Local has ended \(SIGKILL\)\. Start again/),
    ]);
  });

  test("reports a taken port in one line and exits with 1", async () => {
    const holder = createServer();
    await new Promise<void>((listening) => holder.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void holder.close());
    const { port } = holder.address() as AddressInfo;
    const program = run(["--home", folder(), "--port", String(port)]);
    expect(await program.ended).toBe(1);
    expect(program.output().trim().split("\n")).toEqual([expect.stringContaining(`Port ${port} is taken`)]);
  });

  test("reports in one line that another process uses the state", async () => {
    const home = folder();
    const first = await ready(["--home", home]);
    const second = run(["--home", home]);
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `${home} is in use by process ${first.process.pid}: stop that one, or set OCHRE_HOME to another folder.`,
    );
  });

  test.each([
    [
      "a file in the folder's place",
      (home: string) => {
        rmSync(home, { recursive: true });
        writeFileSync(home, "");
      },
    ],
    ["a damaged file of its own", (home: string) => writeFileSync(join(home, "checkpoints.json"), "{")],
  ])("reports damaged state in one line: %s", async (_what, damage) => {
    const home = folder();
    damage(home);
    const program = run(["--home", home]);
    expect(await program.ended).toBe(1);
    expect(program.output().trim().split("\n")).toHaveLength(1);
    expect(program.output()).toContain(home);
  });

  test("reports in one line that Java is missing", async () => {
    const program = run(["--home", folder()], { PATH: "/nowhere", JAVA_HOME: "" });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/Java/);
    expect(program.output()).not.toMatch(/\n\s+at /);
  });
});
