import { randomUUID } from "node:crypto";
import type { RuleSpec } from "#local/template/events.ts";
import { ACCOUNT, REGION } from "#local/template/names.ts";
import type { AsyncQueue } from "./async-queue.ts";
import { matchesEvent } from "./event-pattern.ts";

export interface ObjectCreated {
  bucket: string;
  key: string;
  /** Bytes. */
  size: number;
  etag: string;
  sequencer: string;
}

const envelope = (source: string, detailType: string, resources: string[], detail: unknown) => ({
  version: "0",
  id: randomUUID(),
  "detail-type": detailType,
  source,
  account: ACCOUNT,
  time: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  region: REGION,
  resources,
  detail,
});

/** EventBridge's event for an object put into a bucket. */
export const objectCreatedEvent = ({ bucket, key, size, etag, sequencer }: ObjectCreated) =>
  envelope("aws.s3", "Object Created", [`arn:aws:s3:::${bucket}`], {
    version: "0",
    bucket: { name: bucket },
    object: { key, size, etag: etag.replaceAll('"', ""), sequencer },
    "request-id": randomUUID(),
    requester: ACCOUNT,
    "source-ip-address": "127.0.0.1",
    reason: "PutObject",
  });

const scheduledEvent = (rule: RuleSpec) =>
  envelope("aws.events", "Scheduled Event", [`arn:aws:events:${REGION}:${ACCOUNT}:rule/${rule.name}`], {});

/** Hands events to the targets of the rules they match; they are on disk when `put` returns. */
export function createEventBus(rules: RuleSpec[], queue: Pick<AsyncQueue, "add">) {
  const send = (rule: RuleSpec, event: unknown) => {
    for (const { functionName, input } of rule.targets) queue.add(functionName, input ?? event);
  };
  return {
    put(event: unknown) {
      for (const rule of rules) if (rule.pattern && matchesEvent(rule.pattern, event)) send(rule, event);
    },
    tick: (rule: RuleSpec) => send(rule, scheduledEvent(rule)),
  };
}

export type EventBus = ReturnType<typeof createEventBus>;
