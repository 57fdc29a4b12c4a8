import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Functions } from "#local/functions/functions.ts";
import type { Logs } from "#local/functions/logs.ts";
import { MOST_WORKERS } from "#local/functions/pool.ts";
import type { DeadLetters } from "./dead-letters.ts";

interface Delivery {
  id: string;
  functionName: string;
  event: unknown;
  /** Attempts made so far. */
  attempts: number;
  /** Not before this moment, in epoch ms; at once without it. */
  dueAt?: number;
  /** A queue's own rule in place of the function's. */
  rule?: DeliveryRule;
}

/** How a queue hands over what it holds. */
export interface DeliveryRule {
  attempts: number;
  deadLetterQueue?: string;
  /** Whether the function's answer names what it couldn't handle. */
  reportsItemFailures: boolean;
}

const reportsFailure = (payload: string) => {
  const answer = JSON.parse(payload) as { batchItemFailures?: unknown[] } | null;
  return (answer?.batchItemFailures?.length ?? 0) > 0;
};

/** Amazon waits a minute, then two; nobody waits that long at a laptop. */
const RETRY_AFTER_MS = [1_000, 4_000];
/** Where events are kept of functions that name no dead-letter queue: in the cloud they would be gone. */
export const LOST_EVENTS = "lost-events";

/**
 * Asynchronous calls of functions, each a file until it has succeeded: at least once, also over a restart.
 * A function's errors are retried as its own settings say, and end in its dead-letter queue.
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
  /** What came before `start`, which finds it on disk too. */
  const waiting = new Set<string>();
  let open = false;

  function save(delivery: Delivery) {
    writeFileSync(`${pathOf(delivery.id)}.new`, JSON.stringify(delivery));
    renameSync(`${pathOf(delivery.id)}.new`, pathOf(delivery.id));
  }

  function giveUp(delivery: Delivery, reason: string) {
    const { functionName, event, rule } = delivery;
    const queue = rule ? rule.deadLetterQueue : functions.specOf(functionName)?.asynchronous.deadLetterQueue;
    const fate = queue ? `it is in ${queue} now` : "no dead-letter queue is set: in the cloud it would be lost";
    logs.add(functionName, `Gave up an event after ${delivery.attempts} attempts (${reason}); ${fate}`, delivery.id);
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
    if (delivery.attempts >= attempts) return giveUp(delivery, reason);
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

  /** As many at once as a function has workers; more would only wait in memory. */
  function drain() {
    while (open && ready.length && running.size < MOST_WORKERS) {
      const delivery = ready.shift();
      if (!delivery) break;
      const work: Promise<void> = deliver(delivery)
        .catch((error) => logs.add("laptop", `An event could not be kept: ${error}`))
        .finally(() => {
          running.delete(work);
          drain();
        });
      running.add(work);
    }
  }

  return {
    /** Keeps the event on disk before it returns, and calls the function later; a queue's with its delay and its rule. */
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
    /** Starts delivering, what an earlier run left over first; again it does nothing. Fails when a kept file is damaged. */
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
    /** Stops taking new work; what is under way or waiting stays on disk. */
    stop() {
      open = false;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

export type AsyncQueue = ReturnType<typeof openAsyncQueue>;
