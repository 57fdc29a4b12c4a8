import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createFunctions, type Functions } from "#local/functions/functions.ts";
import { startInvokeEndpoint } from "#local/functions/invoke-endpoint.ts";
import { openLogs } from "#local/functions/logs.ts";
import type { FunctionSpec } from "#local/template/functions.ts";

const home = mkdtempSync(join(tmpdir(), "functions-"));
const logs = openLogs(join(home, "logs"));
const endpoint = "http://127.0.0.1:1";
const endpoints = {
  dynamoDb: endpoint,
  s3: endpoint,
  cognito: endpoint,
  mail: endpoint,
  secrets: endpoint,
  stripe: endpoint,
  lambda: endpoint,
};
const running: Functions[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((functions) => functions.stop()));
});
afterAll(async () => {
  await logs.close();
  rmSync(home, { recursive: true, force: true });
});

/** A running function named `fn` of this code. */
function deploy(code: string, more: Partial<FunctionSpec> = {}, file = "index.cjs") {
  const codeDir = mkdtempSync(join(home, "asset-"));
  writeFileSync(join(codeDir, file), code);
  const spec: FunctionSpec = {
    name: "fn",
    codeDir,
    handler: "index.handler",
    environment: {},
    roleName: "",
    timeoutSeconds: 5,
    memoryMb: 256,
    asynchronous: { retries: 2 },
    destinations: [],
    aliases: [],
    permissions: [],
    ...more,
  };
  const functions = createFunctions([spec], { endpoints }, logs);
  running.push(functions);
  return functions;
}

async function call(functions: Functions, event: unknown = {}, requestId?: string): Promise<unknown> {
  const result = await functions.invoke("fn", event, { requestId });
  return "error" in result ? result.error : JSON.parse(result.payload);
}

describe("a function", () => {
  test.runIf(process.platform === "linux")("that exceeds its memory limit by native memory is killed", async () => {
    const code = `exports.handler = async ({ megabytes }) => {
      const taken = Buffer.alloc(megabytes * 1024 * 1024, 1);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return taken.length;
    };`;
    const functions = deploy(code, { memoryMb: 256, timeoutSeconds: 60 });
    expect(await call(functions, { megabytes: 300 })).toMatchObject({ errorType: "Runtime.OutOfMemory" });
    expect(await call(functions, { megabytes: 20 })).toBe(20 * 1024 * 1024);
  });

  test.each([
    ["CommonJS", "index.cjs", "exports.handler = async (event) => ({ got: event })"],
    ["an ES module", "index.mjs", "export const handler = async (event) => ({ got: event })"],
    ["CommonJS in a .js file without package.json", "index.js", "exports.handler = async (event) => ({ got: event })"],
  ])("runs from %s", async (_what, file, code) => {
    expect(await call(deploy(code, {}, file), { a: 1 })).toEqual({ got: { a: 1 } });
  });

  test("has the date of its invocation as its clock, even beside a current invocation", async () => {
    const code = `exports.handler = async (_event, context) => ({
      date: new Date().toISOString(), now: Date.now(), same: new Date(5).getTime(), isDate: new Date() instanceof Date,
      left: context.getRemainingTimeInMillis(), pid: process.pid });`;
    const functions = deploy(code);
    const at = async (date?: Date) => {
      const result = await functions.invoke("fn", {}, { date });
      return JSON.parse("payload" in result ? result.payload : "{}");
    };
    const earlier = await at(new Date("2026-01-02T03:04:05.000Z"));
    expect(earlier).toMatchObject({ date: expect.stringMatching(/^2026-01-02T03:04/), same: 5, isDate: true });
    expect(new Date(earlier.now).toISOString()).toMatch(/^2026-01-02T03:04/);
    expect(earlier.left).toBeLessThanOrEqual(5_000);
    expect((await at(new Date("2026-01-03T03:04:05.000Z"))).date).toMatch(/^2026-01-03T03:04/);
    const present = await at();
    expect(Math.abs(Date.now() - present.now)).toBeLessThan(60_000);
    expect(present.pid).not.toBe(earlier.pid);
  });

  test("ends after two minutes without a call, and starts again at the next one", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const functions = deploy("exports.handler = async () => process.pid");
    const countWorkers = () => functions.list()[0]?.workers;
    const pid = await call(functions);
    vi.advanceTimersByTime(110_000);
    expect(await call(functions)).toBe(pid);
    vi.advanceTimersByTime(110_000);
    expect(countWorkers()).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(countWorkers()).toBe(0);
    expect(await call(functions)).not.toBe(pid);
  });

  test("writes to /tmp and nowhere else, as on Lambda", async () => {
    const code = `const { writeFileSync, rmSync } = require("node:fs");
      exports.handler = async (path) => { writeFileSync(path, "x"); rmSync(path); return "written"; };`;
    const functions = deploy(code);
    expect(await call(functions, `/tmp/worker-test-${process.pid}`)).toBe("written");
    // Not beside this file: a clone may itself lie in /tmp.
    expect(await call(functions, "/written-by-a-function")).toMatchObject({
      errorMessage: expect.stringContaining("restricted"),
    });
  });

  test("has at most 4 KB of variables of its own", () => {
    const sized = (length: number) => ({ environment: { V: "v".repeat(length - '{"V":""}'.length) } });
    expect(() => deploy("", sized(4096))).not.toThrow();
    expect(() => deploy("", sized(4097))).toThrow(
      "fn CREATE_FAILED: Lambda was unable to configure your environment variables",
    );
  });

  test("finds no fonts, as on Lambda", async () => {
    const code = "exports.handler = async () => process.env.FONTCONFIG_FILE";
    expect(readFileSync(String(await call(deploy(code))), "utf8")).not.toMatch(/<(dir|include)\b/);
  });

  test("has the template's and Lambda's environment variables and none of the laptop's", async () => {
    process.env.SECRET_OF_THE_LAPTOP = "1";
    const code = "exports.handler = async () => process.env";
    const environment = (await call(deploy(code, { environment: { TABLE: "t" } }))) as Record<string, string>;
    delete process.env.SECRET_OF_THE_LAPTOP;
    expect(environment).toMatchObject({
      TABLE: "t",
      AWS_REGION: "us-east-1",
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_LAMBDA_FUNCTION_NAME: "fn",
    });
    expect(Object.keys(environment)).not.toContain("SECRET_OF_THE_LAPTOP");
    expect(Object.keys(environment)).not.toContain("HOME");
  });

  test("gets its remaining time and request id", async () => {
    const code = `exports.handler = async (_event, context) =>
      ({ id: context.awsRequestId, left: context.getRemainingTimeInMillis(), name: context.functionName })`;
    const seen = (await call(deploy(code), {}, "request-1")) as { id: string; left: number; name: string };
    expect(seen).toMatchObject({ id: "request-1", name: "fn" });
    expect(seen.left).toBeGreaterThan(1_000);
    expect(seen.left).toBeLessThanOrEqual(5_000);
  });

  test("can't import a module outside its asset, as on Lambda", async () => {
    mkdirSync(join(home, "node_modules/neighbour"), { recursive: true });
    writeFileSync(join(home, "node_modules/neighbour/index.js"), "");
    const error = await call(deploy('require("neighbour"); exports.handler = async () => 1'));
    expect(error).toMatchObject({ errorMessage: expect.stringContaining("it isn't in the deployed asset") });
  });

  test("returns an error with its type and message", async () => {
    const code = "exports.handler = async () => { throw new TypeError('no') }";
    expect(await call(deploy(code))).toMatchObject({ errorType: "TypeError", errorMessage: "no" });
  });

  test("is killed after its timeout, even in a busy loop, and a new worker takes the next invocation", async () => {
    const functions = deploy("exports.handler = async (event) => { while (event.hang); return process.pid }", {
      timeoutSeconds: 1,
    });
    const before = await call(functions);
    expect(await call(functions, { hang: true })).toMatchObject({ errorType: "Sandbox.Timedout" });
    expect(await call(functions)).not.toBe(before);
  });

  test.each([
    ["an uncaught exception", "setTimeout(() => { throw new Error('late') })"],
    ["an unhandled rejection", "Promise.reject(new Error('late'))"],
    ["an exit", "process.exit(3)"],
    ["a crash of native code", "process.abort()"],
  ])("that ends by %s fails that call only", async (_what, statement) => {
    const functions = deploy(`exports.handler = async (event) => {
      if (event.crash) { ${statement}; await new Promise((done) => setTimeout(done, 2000)) }
      return "fine";
    }`);
    expect(await call(functions, { crash: true })).toMatchObject({ errorType: expect.stringMatching(/Error|Runtime/) });
    expect(await call(functions)).toBe("fine");
  });

  test("keeps its state between invocations and runs one at a time per worker", async () => {
    const functions = deploy(`let active = 0; let most = 0; let calls = 0;
      exports.handler = async () => {
        calls += 1; active += 1; most = Math.max(most, active);
        await new Promise((done) => setTimeout(done, 50));
        active -= 1;
        return { most, pid: process.pid, calls };
      }`);
    const answers = (await Promise.all(Array.from({ length: 12 }, () => call(functions)))) as {
      most: number;
      pid: number;
      calls: number;
    }[];
    expect(answers.every(({ most }) => most === 1)).toBe(true);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(4);
    expect(answers.some(({ calls }) => calls > 1)).toBe(true);
  });

  test("has its log lines stored with their request id", async () => {
    const functions = deploy(`exports.handler = async (event) => {
      console.log("hello " + event.name); process.stderr.write("aside\\n"); return 1;
    }`);
    await call(functions, { name: "ann" }, "request-ann");
    await call(functions, { name: "bob" }, "request-bob");
    const lines = logs.find("request-ann").map(({ text }) => text);
    expect(lines).toEqual(["hello ann", "aside", expect.stringMatching(/^REPORT \d+ ms$/)]);
  });

  test("may not return more than 6 MB", async () => {
    const functions = deploy("exports.handler = async () => 'x'.repeat(6 * 1024 * 1024)");
    expect(await call(functions)).toMatchObject({ errorType: "Function.ResponseSizeTooLarge" });
  });
});

describe("the invoke endpoint", () => {
  async function startEndpoint(functions: Functions) {
    const queued: unknown[] = [];
    const lines: string[] = [];
    const server = await startInvokeEndpoint({
      functions: () => functions,
      enqueue: (name, event) => queued.push([name, event]),
      log: (line) => lines.push(line),
    });
    const invoke = (name: string, event: unknown, type = "RequestResponse") =>
      fetch(`${server.url}/2015-03-31/functions/${encodeURIComponent(name)}/invocations`, {
        method: "POST",
        headers: { "x-amz-invocation-type": type },
        body: JSON.stringify(event),
      });
    return { server, queued, lines, invoke };
  }

  test("waits for the result, queues an Event invocation, and refuses unknown functions and services", async () => {
    const functions = deploy(
      "exports.handler = async (event) => { if (event.bad) throw new Error('bad'); return event }",
    );
    const { server, queued, lines, invoke } = await startEndpoint(functions);
    const good = await invoke("arn:aws:lambda:us-east-1:000000000000:function:fn", { a: 1 });
    expect([good.status, await good.json()]).toEqual([200, { a: 1 }]);
    const bad = await invoke("fn", { bad: true });
    expect(bad.headers.get("x-amz-function-error")).toBe("Unhandled");
    expect((await invoke("fn", { b: 2 }, "Event")).status).toBe(202);
    expect(queued).toEqual([["fn", { b: 2 }]]);
    expect((await invoke("gone", {})).status).toBe(404);
    const large = "x".repeat(1024 * 1024);
    expect((await invoke("fn", large, "Event")).status).toBe(413);
    expect((await invoke("fn", large)).status).toBe(200);
    const other = await fetch(server.url, {
      method: "POST",
      headers: { "x-amz-target": "secretsmanager.GetSecretValue" },
    });
    expect(other.status).toBe(501);
    expect(lines).toEqual([expect.stringContaining("secretsmanager.GetSecretValue")]);
    await server.stop();
  });
});
