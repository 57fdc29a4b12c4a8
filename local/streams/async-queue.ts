import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SQSEvent } from "aws-lambda";
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
  /** Delivers the message once more after it was handled, as SQS may. */
  comesAgain?: boolean;
}

/** Delivery settings of an SQS queue. */
export interface DeliveryRule {
  attempts: number;
  deadLetterQueue?: string;
  /** ReportBatchItemFailures. */
  reportsItemFailures: boolean;
  /** The most messages of one call. */
  batchSize: number;
}

/** How long a queue's poll gathers messages. */
const POLL_MS = 100;
/** SQS delivers at least once: of this many messages the first comes twice. */
const ONE_TWICE_IN = 10;
const SECOND_DELIVERY_AFTER_MS = 1_000;

/** The event of messages that come in one call, with how often each was received. */
const eventOfBatch = (batch: readonly Delivery[]) => ({
  Records: batch.flatMap(({ event, attempts }) =>
    (event as SQSEvent).Records.map((record) => ({
      ...record,
      attributes: { ...record.attributes, ApproximateReceiveCount: String(attempts + 1) },
    })),
  ),
});

/** Ids of the messages that the function reports as failed; all of them when it names one that isn't in the batch. */
function parseReported(payload: string, batch: readonly Delivery[]): string[] {
  const ids = batch.map(({ id }) => id);
  const answer = JSON.parse(payload) as { batchItemFailures?: { itemIdentifier?: string }[] } | null;
  const reported = (answer?.batchItemFailures ?? []).map(({ itemIdentifier = "" }) => itemIdentifier);
  return reported.every((id) => ids.includes(id)) ? reported : ids;
}

/** AWS waits one minute, then two, which is too long on a laptop. */
const RETRY_AFTER_MS = [1_000, 4_000];
/** Pseudo queue of failed events whose function has no dead-letter queue; AWS would discard them. */
export const LOST_EVENTS = "lost-events";

/**
 * Asynchronous invocations, each persisted in a file until it succeeds: delivered at least once, even after a restart.
 * Messages of an SQS queue that are ready together come in one call, and one of ten comes a second time.
 * Failures are retried as the function's settings say and end in its dead-letter queue.
 */
export function openAsyncQueue(
  dir: string,
  functions: Pick<Functions, "invoke" | "findSpec">,
  deadLetters: DeadLetters,
  logs: Logs,
) {
  mkdirSync(dir, { recursive: true });
  const getPath = (id: string) => join(dir, `${id}.json`);
  const ready: Delivery[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  /** Ids added before `start`, which would find them on disk a second time. */
  const waiting = new Set<string>();
  let open = false;
  let messages = 0;

  function save(delivery: Delivery) {
    writeFileSync(`${getPath(delivery.id)}.new`, JSON.stringify(delivery));
    renameSync(`${getPath(delivery.id)}.new`, getPath(delivery.id));
  }

  function moveToDeadLetters(delivery: Delivery, reason: string) {
    const { functionName, event, rule } = delivery;
    const queue = rule ? rule.deadLetterQueue : functions.findSpec(functionName)?.asynchronous.deadLetterQueue;
    const outcome = queue ? `moved to ${queue}` : "no dead-letter queue is configured: AWS would discard it";
    logs.add(functionName, `Event failed after ${delivery.attempts} attempts (${reason}); ${outcome}`, delivery.id);
    deadLetters.add(queue ?? LOST_EVENTS, { functionName, reason, payload: event });
    // SQS doesn't count messages that it moves itself as sent.
    if (queue && !rule) {
      const dimensions = { QueueName: queue };
      logs.metrics.add({ namespace: "AWS/SQS", name: "NumberOfMessagesSent", dimensions, value: 1 });
    }
    rmSync(getPath(delivery.id), { force: true });
  }

  /** A message that SQS delivers a second time stays; everything else that is handled is forgotten. */
  function finish(delivery: Delivery) {
    if (!delivery.comesAgain) return rmSync(getPath(delivery.id), { force: true });
    const again = { ...delivery, comesAgain: false, attempts: delivery.attempts + 1 };
    save(again);
    enqueueAfter(again, SECOND_DELIVERY_AFTER_MS);
  }

  function retry(delivery: Delivery, reason: string) {
    const { functionName, rule } = delivery;
    delivery.attempts += 1;
    save(delivery);
    const attempts = rule?.attempts ?? (functions.findSpec(functionName)?.asynchronous.retries ?? 0) + 1;
    if (delivery.attempts >= attempts) return moveToDeadLetters(delivery, reason);
    enqueueAfter(delivery, RETRY_AFTER_MS[delivery.attempts - 1] ?? 4_000);
  }

  async function deliver(batch: readonly [Delivery, ...Delivery[]]) {
    const [{ functionName, event, id, rule }] = batch;
    const result = await functions.invoke(functionName, rule ? eventOfBatch(batch) : event, { requestId: id });
    const failed = "error" in result;
    const reported = !failed && rule?.reportsItemFailures ? parseReported(result.payload, batch) : [];
    const reason = failed ? result.error.errorMessage : "reported as failed";
    for (const delivery of batch) {
      if (!failed && !reported.includes(delivery.id)) finish(delivery);
      else if (open) retry(delivery, reason);
    }
  }

  function enqueueAfter(delivery: Delivery, milliseconds: number) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      ready.push(delivery);
      wake(delivery);
    }, milliseconds);
    timers.add(timer);
  }

  /** Delivers now, or with what else the queue's poll finds. */
  function wake({ rule }: Delivery) {
    if (!rule) return drain();
    const poll = setTimeout(() => {
      timers.delete(poll);
      drain();
    }, POLL_MS);
    timers.add(poll);
  }

  function enqueue(delivery: Delivery) {
    const wait = (delivery.dueAt ?? 0) - Date.now();
    if (wait > 0) enqueueAfter(delivery, wait);
    else ready.push(delivery);
  }

  /** The first event that is ready, with the messages of the same queue that may come in one call with it. */
  function nextBatch(): readonly [Delivery, ...Delivery[]] | undefined {
    const first = ready.shift();
    if (!first?.rule) return first && [first];
    const others = ready
      .filter(({ rule, functionName }) => rule && functionName === first.functionName)
      .slice(0, first.rule.batchSize - 1);
    for (const other of others) ready.splice(ready.indexOf(other), 1);
    return [first, ...others];
  }

  /** Runs at most as many deliveries as a function has workers; more would only wait in memory. */
  function drain() {
    while (open && running.size < MAX_WORKERS) {
      const batch = nextBatch();
      if (!batch) break;
      const work: Promise<void> = deliver(batch)
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
      const comesAgain = rule && messages++ % ONE_TWICE_IN === 0;
      const delivery: Delivery = { id, functionName, event, attempts: 0, dueAt, rule, comesAgain };
      save(delivery);
      if (!open) waiting.add(id);
      enqueue(delivery);
      wake(delivery);
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
