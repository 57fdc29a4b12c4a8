import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { AWS_QUOTAS } from "#local/quotas.ts";
import type { FunctionSpec } from "#local/template/functions.ts";
import type { Logs } from "./logs.ts";
import type { FunctionError } from "./protocol.ts";
import { startWorker, type Worker } from "./worker.ts";

/** More workers than cores would only compete for CPU and memory. */
export const MAX_WORKERS = Math.min(4, Math.max(2, availableParallelism()));
/** Idle time after which further workers are stopped; the last one is stopped after twice as long. */
const IDLE_MS = 60_000;

export type InvokeResult = { requestId: string } & ({ payload: string } | { error: FunctionError });

export interface InvokeOptions {
  readonly requestId?: string | undefined;
  /** When the function believes it is. */
  readonly date?: Date | undefined;
}

interface PendingCall {
  event: string;
  requestId: string;
  date: number | undefined;
  resolve(result: InvokeResult): void;
}

interface PoolMember {
  worker: Worker;
  state: "starting" | "idle" | "busy";
  idleSince: number;
}

/** The workers of one function: started on demand, one invocation each at a time, stopped when idle. */
export function createWorkerPool(spec: FunctionSpec, environment: Record<string, string>, logs: Logs) {
  const members = new Set<PoolMember>();
  const waiting: PendingCall[] = [];
  let closed = false;

  async function grow() {
    const member: PoolMember = {
      worker: startWorker(spec, environment, logs),
      state: "starting",
      idleSince: Date.now(),
    };
    members.add(member);
    const error = await member.worker.ready;
    if (error) {
      members.delete(member);
      logs.add(spec.name, `Couldn't start: ${error.errorMessage}\n${error.trace?.join("\n") ?? ""}`);
      if (members.size === 0) for (const call of waiting.splice(0)) call.resolve({ requestId: call.requestId, error });
      return;
    }
    member.state = "idle";
    drain();
  }

  async function run(member: PoolMember, call: PendingCall) {
    member.state = "busy";
    const started = performance.now();
    const outcome = await member.worker.invoke(call.requestId, call.event, call.date);
    const milliseconds = (performance.now() - started).toFixed(0);
    const tooLarge = "payload" in outcome && Buffer.byteLength(outcome.payload) > AWS_QUOTAS.lambdaPayload.max;
    const result = tooLarge
      ? { error: { errorType: "Function.ResponseSizeTooLarge", errorMessage: "The response is larger than 6 MB" } }
      : outcome;
    const problem = "error" in result ? ` ${result.error.errorType}: ${result.error.errorMessage}` : "";
    const trace = "error" in result ? (result.error.trace ?? []).slice(1).join("\n") : "";
    logs.add(spec.name, `REPORT ${milliseconds} ms${problem}\n${trace}`, call.requestId);

    if (member.worker.isAlive()) {
      member.state = "idle";
      member.idleSince = Date.now();
    } else {
      members.delete(member);
    }
    call.resolve({ requestId: call.requestId, ...result });
    drain();
  }

  function drain() {
    for (const member of members) {
      if (member.state === "idle" && !member.worker.isAlive()) members.delete(member);
    }
    while (waiting.length) {
      const free = [...members].find(({ state }) => state === "idle");
      if (!free) break;
      const call = waiting.shift();
      if (call) void run(free, call);
    }
    const isStarting = [...members].some(({ state }) => state === "starting");
    if (waiting.length && !isStarting && members.size < MAX_WORKERS && !closed) void grow();
  }

  const shrinking = setInterval(() => {
    for (const member of members) {
      const idleMs = Date.now() - member.idleSince;
      if (member.state === "idle" && idleMs > (members.size > 1 ? IDLE_MS : 2 * IDLE_MS)) {
        members.delete(member);
        void member.worker.stop();
      }
    }
  }, IDLE_MS / 4);
  shrinking.unref();

  return {
    spec,
    /** Invokes the handler on the next free worker, at a date or now. Never rejects. */
    invoke(event: unknown, { requestId = randomUUID(), date }: InvokeOptions = {}): Promise<InvokeResult> {
      if (closed) return Promise.resolve({ requestId, error: { errorType: "Stopped", errorMessage: "Shutting down" } });
      return new Promise((resolve) => {
        waiting.push({ event: JSON.stringify(event) ?? "null", requestId, date: date?.getTime(), resolve });
        drain();
      });
    },
    /** Loads the code ahead of the first invocation. */
    warm: () => (members.size || closed ? Promise.resolve() : grow()),
    size: () => members.size,
    /** Stops every worker; running and pending invocations return an error. */
    async stop() {
      closed = true;
      clearInterval(shrinking);
      for (const { requestId, resolve } of waiting.splice(0)) {
        resolve({ requestId, error: { errorType: "Stopped", errorMessage: "Shutting down" } });
      }
      await Promise.all([...members].map(({ worker }) => worker.stop()));
    },
  };
}

export type WorkerPool = ReturnType<typeof createWorkerPool>;
