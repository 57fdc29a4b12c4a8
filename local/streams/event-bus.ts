import { randomUUID } from "node:crypto";
import type { StackAccessControl } from "#local/access/access.ts";
import type { Functions } from "#local/functions/functions.ts";
import type { ObjectCreated } from "#local/services/s3/s3.ts";
import type { RuleSpec } from "#local/template/events.ts";
import { ACCOUNT, queueArn, REGION, ruleArn } from "#local/template/names.ts";
import { type AsyncQueue, LOST_EVENTS } from "./async-queue.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { matchesEvent } from "./event-pattern.ts";

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

const scheduledEvent = (rule: RuleSpec) => envelope("aws.events", "Scheduled Event", [ruleArn(rule.name)], {});

export interface BusDependencies {
  queue: Pick<AsyncQueue, "add">;
  functions: Pick<Functions, "permits">;
  deadLetters: Pick<DeadLetters, "add">;
  /** True if a queue's policy lets a rule send dead letters to it. */
  allowsService: StackAccessControl["allowsService"];
}

/**
 * Sends events to the targets of matching rules; they are persisted when `put` returns.
 * An event whose target lacks a permission becomes a dead letter without a retry.
 */
export function createEventBus(rules: RuleSpec[], { queue, functions, deadLetters, allowsService }: BusDependencies) {
  const send = (rule: RuleSpec, event: unknown) => {
    const caller = { principal: "events.amazonaws.com", sourceArn: ruleArn(rule.name) };
    for (const { functionName, input, deadLetterQueue } of rule.targets) {
      const payload = input ?? event;
      if (functions.permits(caller, functionName)) {
        queue.add(functionName, payload);
        continue;
      }
      const { principal, sourceArn } = caller;
      const leave = { action: "sqs:SendMessage", resource: queueArn(deadLetterQueue ?? LOST_EVENTS) };
      const isLeft = deadLetterQueue !== undefined && allowsService(principal, sourceArn, leave);
      deadLetters.add(isLeft ? deadLetterQueue : LOST_EVENTS, { functionName, reason: "NO_PERMISSIONS", payload });
    }
  };
  return {
    put(event: unknown) {
      for (const rule of rules) if (rule.pattern && matchesEvent(rule.pattern, event)) send(rule, event);
    },
    runSchedule: (rule: RuleSpec) => send(rule, scheduledEvent(rule)),
  };
}

export type EventBus = ReturnType<typeof createEventBus>;
