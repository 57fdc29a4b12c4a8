import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AWS_QUOTAS } from "#local/quotas.ts";
import type { FunctionSpec } from "#local/template/functions.ts";
import { ACCOUNT, REGION } from "#local/template/names.ts";
import type { Logs } from "./logs.ts";
import type { FunctionError, WorkerMessage } from "./protocol.ts";

const PROGRAM = fileURLToPath(new URL("worker-main.ts", import.meta.url));

/** Lambda's disk takes files below /tmp only; what native code writes, Node doesn't see. */
const READ_ONLY = [
  "--permission",
  "--allow-fs-read=*",
  "--allow-fs-write=/tmp/*",
  "--allow-addons",
  "--allow-child-process",
  "--allow-worker",
];

const MEGABYTE = 1024 * 1024;
const PAGE_BYTES = 4096;
const MEMORY_POLL_MS = 100;

/** Resident megabytes of a process; 0 where the system has no /proc. */
function residentMegabytes(pid: number | undefined) {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return (Number(pages) * PAGE_BYTES) / MEGABYTE;
  } catch {
    return 0;
  }
}

export type Outcome = { payload: string } | { error: FunctionError };

/**
 * A worker is a process rather than a thread, so that a native crash, a full heap or a busy loop ends only itself,
 * and its environment holds only the function's variables.
 */
export interface Worker {
  /** Resolves once the handler is loaded, with an error if it can't be. */
  ready: Promise<FunctionError | undefined>;
  /** One invocation at a time, at a date (epoch milliseconds) or now. Never rejects; a timeout or a crash ends the worker. */
  invoke(requestId: string, event: string, date?: number): Promise<Outcome>;
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Starts a worker with exactly this environment. */
export function startWorker(spec: FunctionSpec, environment: Record<string, string>, logs: Logs): Worker {
  const child: ChildProcess = fork(PROGRAM, [spec.codeDir, spec.handler], {
    env: environment,
    cwd: spec.codeDir,
    execArgv: [
      "--disable-warning=ExperimentalWarning",
      `--max-old-space-size=${Math.max(64, spec.memoryMb)}`,
      ...READ_ONLY,
    ],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let alive = true;
  let currentId: string | undefined;
  let settle: ((outcome: Outcome) => void) | undefined;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));

  const finish = (outcome: Outcome) => {
    settle?.(outcome);
    settle = undefined;
    currentId = undefined;
  };
  const kill = () => {
    alive = false;
    child.kill("SIGKILL");
  };

  const ready = new Promise<FunctionError | undefined>((resolve) => {
    const initTimeout = setTimeout(() => {
      kill();
      resolve({ errorType: "Sandbox.Timedout", errorMessage: "Init took longer than 10 seconds" });
    }, AWS_QUOTAS.lambdaInit.max * 1000);
    child.on("message", (message: WorkerMessage) => {
      if (message.kind === "log") return logs.add(spec.name, message.text, message.requestId);
      if (message.kind === "ready") {
        clearTimeout(initTimeout);
        resolve(undefined);
      }
      if (message.kind === "init-error" || message.kind === "crash") {
        alive = false;
        clearTimeout(initTimeout);
        resolve(message.error);
        finish({ error: message.error });
      }
      if (message.kind === "result" && message.requestId === currentId) finish({ payload: message.payload });
      if (message.kind === "error" && message.requestId === currentId) finish({ error: message.error });
    });
    child.once("error", (error) => resolve({ errorType: "Runtime.ExitError", errorMessage: error.message }));
    child.once("exit", (code, signal) => {
      alive = false;
      clearTimeout(initTimeout);
      const error = {
        errorType: "Runtime.ExitError",
        errorMessage: `Runtime exited with ${signal ?? `status ${code}`}`,
      };
      resolve(error);
      finish({ error });
    });
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => logs.add(spec.name, text, currentId));
  }

  return {
    ready,
    isAlive: () => alive,
    invoke(requestId, event, date) {
      const milliseconds = spec.timeoutSeconds * 1000;
      return new Promise((resolve) => {
        currentId = requestId;
        const timeout = setTimeout(() => {
          kill();
          const errorMessage = `${requestId} Task timed out after ${spec.timeoutSeconds.toFixed(2)} seconds`;
          finish({ error: { errorType: "Sandbox.Timedout", errorMessage } });
        }, milliseconds);
        const watch = setInterval(() => {
          if (residentMegabytes(child.pid) <= spec.memoryMb) return;
          kill();
          const errorMessage = `RequestId: ${requestId} Error: Runtime exited with error: signal: killed`;
          finish({ error: { errorType: "Runtime.OutOfMemory", errorMessage } });
        }, MEMORY_POLL_MS);
        settle = (outcome) => {
          clearTimeout(timeout);
          clearInterval(watch);
          resolve(outcome);
        };
        const functionArn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${spec.name}`;
        child.send({ requestId, event, deadline: Date.now() + milliseconds, functionArn, date }, (error) => {
          if (error) finish({ error: { errorType: "Runtime.ExitError", errorMessage: "Runtime exited" } });
        });
      });
    },
    async stop() {
      kill();
      await exited;
    },
  };
}
