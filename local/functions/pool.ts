import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import type { FunctionSpec } from "#local/template/functions.ts";
import type { Logs } from "./logs.ts";
import type { FunctionError } from "./protocol.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Enough for a page's parallel calls; more than there are cores only take each other's time and memory. */
export const MOST_WORKERS = Math.min(4, Math.max(2, availableParallelism()));
/** Workers beyond the first go after this long without work, the first after ten times as long. */
const IDLE_MS = 60_000;
/** Lambda's limit for a synchronous answer. */
const LARGEST_PAYLOAD_BYTES = 6 * 1024 * 1024;

export type InvokeResult = { requestId: string } & ({ payload: string } | { error: FunctionError });

interface Waiting {
  event: string;
  requestId: string;
  answer(result: InvokeResult): void;
}

interface Member {
  worker: Worker;
  state: "starting" | "idle" | "busy";
  idleSince: number;
}

/** The workers of one function: started at the first call, one call each at a time, grown under load, shrunk when idle. */
export function createPool(spec: FunctionSpec, environment: Record<string, string>, logs: Logs) {
  const members = new Set<Member>();
  const waiting: Waiting[] = [];
  let closed = false;

  async function grow() {
    const member: Member = { worker: startWorker(spec, environment, logs), state: "starting", idleSince: Date.now() };
    members.add(member);
    const error = await member.worker.ready;
    if (error) {
      members.delete(member);
      logs.add(spec.name, `Couldn't start: ${error.errorMessage}\n${error.trace?.join("\n") ?? ""}`);
      if (members.size === 0) for (const call of waiting.splice(0)) call.answer({ requestId: call.requestId, error });
      return;
    }
    member.state = "idle";
    drain();
  }

  async function serve(member: Member, call: Waiting) {
    member.state = "busy";
    const started = performance.now();
    const outcome = await member.worker.invoke(call.requestId, call.event);
    const milliseconds = (performance.now() - started).toFixed(0);
    const tooLarge = "payload" in outcome && Buffer.byteLength(outcome.payload) > LARGEST_PAYLOAD_BYTES;
    const result = tooLarge
      ? { error: { errorType: "Function.ResponseSizeTooLarge", errorMessage: "The answer is larger than 6 MB" } }
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
    call.answer({ requestId: call.requestId, ...result });
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
      if (call) void serve(free, call);
    }
    const isStarting = [...members].some(({ state }) => state === "starting");
    if (waiting.length && !isStarting && members.size < MOST_WORKERS && !closed) void grow();
  }

  const shrinking = setInterval(() => {
    for (const member of members) {
      const idleMs = Date.now() - member.idleSince;
      if (member.state === "idle" && idleMs > (members.size > 1 ? IDLE_MS : 10 * IDLE_MS)) {
        members.delete(member);
        void member.worker.stop();
      }
    }
  }, IDLE_MS / 4);
  shrinking.unref();

  return {
    spec,
    /** Runs the handler; waits for a free worker. Never rejects. */
    invoke(event: unknown, requestId = randomUUID() as string): Promise<InvokeResult> {
      if (closed) return Promise.resolve({ requestId, error: { errorType: "Stopped", errorMessage: "Shutting down" } });
      return new Promise((answer) => {
        waiting.push({ event: JSON.stringify(event) ?? "null", requestId, answer });
        drain();
      });
    },
    /** Loads the code ahead of the first call. */
    warm: () => (members.size || closed ? Promise.resolve() : grow()),
    size: () => members.size,
    /** Ends every worker; calls under way are answered with an error. */
    async stop() {
      closed = true;
      clearInterval(shrinking);
      for (const { requestId, answer } of waiting.splice(0)) {
        answer({ requestId, error: { errorType: "Stopped", errorMessage: "Shutting down" } });
      }
      await Promise.all([...members].map(({ worker }) => worker.stop()));
    },
  };
}

export type Pool = ReturnType<typeof createPool>;
