import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Functions } from "#local/functions/functions.ts";
import type { Logs } from "#local/functions/logs.ts";
import { MAX_WORKERS } from "#local/functions/pool.ts";
import type { DeadLetters } from "./dead-letters.ts";

interface Delivery {
  id: string;
  functionName: string;
  event: unknown;
  /** Attempts so far. */
  attempts: number;
  /** Earliest delivery, in epoch ms; immediately if absent. */
  dueAt?: number;
  /** An SQS queue's settings, which replace the function's. */
  rule?: DeliveryRule;
}

/** Delivery settings of an SQS queue. */
export interface DeliveryRule {
  attempts: number;
  deadLetterQueue?: string;
  /** ReportBatchItemFailures. */
  reportsItemFailures: boolean;
}

const reportsFailure = (payload: string) => {
  const answer = JSON.parse(payload) as { batchItemFailures?: unknown[] } | null;
  return (answer?.batchItemFailures?.length ?? 0) > 0;
};

/** AWS waits one minute, then two, which is too long on a laptop. */
const RETRY_AFTER_MS = [1_000, 4_000];
/** Pseudo queue of failed events whose function has no dead-letter queue; AWS would discard them. */
export const LOST_EVENTS = "lost-events";

/**
 * Asynchronous invocations, each persisted in a file until it succeeds: delivered at least once, even after a restart.
 * Failures are retried as the function's settings say and end in its dead-letter queue.
 */
export function openAsyncQueue(
  dir: string,
  functions: Pick<Functions, "invoke" | "specOf">,
  deadLetters: DeadLetters,
  logs: Logs,
) {
  mkdirSync(dir, { recursive: true });
  const pathOf = (id: string) => join(dir, `${id}.json`);
  const ready: Delivery[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  /** Ids added before `start`, which would find them on disk a second time. */
  const waiting = new Set<string>();
  let open = false;

  function save(delivery: Delivery) {
    writeFileSync(`${pathOf(delivery.id)}.new`, JSON.stringify(delivery));
    renameSync(`${pathOf(delivery.id)}.new`, pathOf(delivery.id));
  }

  function moveToDeadLetters(delivery: Delivery, reason: string) {
    const { functionName, event, rule } = delivery;
    const queue = rule ? rule.deadLetterQueue : functions.specOf(functionName)?.asynchronous.deadLetterQueue;
    const outcome = queue ? `moved to ${queue}` : "no dead-letter queue is configured: AWS would discard it";
    logs.add(functionName, `Event failed after ${delivery.attempts} attempts (${reason}); ${outcome}`, delivery.id);
    deadLetters.add(queue ?? LOST_EVENTS, { functionName, reason, payload: event });
    rmSync(pathOf(delivery.id), { force: true });
  }

  async function deliver(delivery: Delivery) {
    const { functionName, event, id, rule } = delivery;
    const result = await functions.invoke(functionName, event, id);
    const failed = "error" in result;
    const refused = !failed && rule?.reportsItemFailures && reportsFailure(result.payload);
    if (!failed && !refused) return rmSync(pathOf(id), { force: true });
    if (!open) return;
    delivery.attempts += 1;
    save(delivery);
    const attempts = rule?.attempts ?? (functions.specOf(functionName)?.asynchronous.retries ?? 0) + 1;
    const reason = failed ? result.error.errorMessage : "reported as failed";
    if (delivery.attempts >= attempts) return moveToDeadLetters(delivery, reason);
    enqueueAfter(delivery, RETRY_AFTER_MS[delivery.attempts - 1] ?? 4_000);
  }

  function enqueueAfter(delivery: Delivery, milliseconds: number) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      ready.push(delivery);
      drain();
    }, milliseconds);
    timers.add(timer);
  }

  function enqueue(delivery: Delivery) {
    const wait = (delivery.dueAt ?? 0) - Date.now();
    if (wait > 0) enqueueAfter(delivery, wait);
    else ready.push(delivery);
  }

  /** Runs at most as many deliveries as a function has workers; more would only wait in memory. */
  function drain() {
    while (open && ready.length && running.size < MAX_WORKERS) {
      const delivery = ready.shift();
      if (!delivery) break;
      const work: Promise<void> = deliver(delivery)
        .catch((error) => logs.add("laptop", `Could not persist an event: ${error}`))
        .finally(() => {
          running.delete(work);
          drain();
        });
      running.add(work);
    }
  }

  return {
    /** Persists the event, then invokes the function asynchronously. */
    add(
      functionName: string,
      event: unknown,
      id = randomUUID() as string,
      { delayMs = 0, rule }: { delayMs?: number; rule?: DeliveryRule } = {},
    ) {
      const dueAt = delayMs ? Date.now() + delayMs : undefined;
      const delivery: Delivery = { id, functionName, event, attempts: 0, dueAt, rule };
      save(delivery);
      if (!open) waiting.add(id);
      enqueue(delivery);
      drain();
    },
    /** Starts delivering, beginning with events of an earlier run; a second call does nothing. Throws when a file is damaged. */
    start() {
      if (open) return;
      for (const name of readdirSync(dir)
        .filter((file) => file.endsWith(".json"))
        .sort()) {
        const delivery: Delivery = JSON.parse(readFileSync(join(dir, name), "utf8"));
        if (!waiting.has(delivery.id)) enqueue(delivery);
      }
      waiting.clear();
      open = true;
      drain();
    },
    pending: () => ready.length + running.size + timers.size,
    /** Stops delivering; unfinished events stay on disk. */
    stop() {
      open = false;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export type AsyncQueue = ReturnType<typeof openAsyncQueue>;
