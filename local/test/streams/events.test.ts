import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openLogs } from "#local/functions/logs.ts";
import { openStateFile } from "#local/state-file.ts";
import { LOST_EVENTS, openAsyncQueue } from "#local/streams/async-queue.ts";
import { openDeadLetters } from "#local/streams/dead-letters.ts";
import { createEventBus, objectCreatedEvent } from "#local/streams/event-bus.ts";
import { matchesEvent } from "#local/streams/event-pattern.ts";
import { cronMatches, parseRate, startSchedules } from "#local/streams/schedules.ts";

const buildCreatedEvent = (key: string) =>
  objectCreatedEvent({ bucket: "b", key, size: 3, etag: '"e"', sequencer: "1" });
const pattern = {
  source: ["aws.s3"],
  "detail-type": ["Object Created"],
  detail: { bucket: { name: ["b"] }, object: { key: [{ prefix: "uploads/" }] } },
};

function folder() {
  const dir = mkdtempSync(join(tmpdir(), "events-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** An asynchronous queue in `dir` whose function does this. */
function openQueue(
  dir: string,
  run: (event: unknown) => boolean,
  settings: { retries: number; deadLetterQueue?: string },
) {
  const logs = openLogs(join(dir, "logs"));
  const deadLetters = openDeadLetters(join(dir, "letters"));
  const seen: unknown[] = [];
  const functions = {
    async invoke(_name: string, event: unknown) {
      seen.push(event);
      const error = { errorType: "Error", errorMessage: "broken" };
      return run(event) ? { requestId: "r", payload: "null" } : { requestId: "r", error };
    },
    findSpec: () => ({ asynchronous: settings }) as never,
  };
  const queue = openAsyncQueue(join(dir, "queue"), functions, deadLetters, logs);
  const settled = async () => {
    while (queue.pending()) await sleep(10);
  };
  return { queue, deadLetters, seen, settled, files: () => readdirSync(join(dir, "queue")) };
}

describe("an event of an uploaded object", () => {
  test.each([
    ["an object in the folder", buildCreatedEvent("uploads/a"), true],
    ["an object elsewhere", buildCreatedEvent("marked/a"), false],
    [
      "another bucket's object",
      objectCreatedEvent({ bucket: "c", key: "uploads/a", size: 1, etag: "e", sequencer: "1" }),
      false,
    ],
  ])("reaches the rule for %s: %#", (_what, event, matches) => {
    expect(matchesEvent(pattern, event)).toBe(matches);
  });

  test("is persisted before delivery and deleted afterwards", async () => {
    const { queue, deadLetters, seen, settled, files } = openQueue(folder(), () => true, { retries: 0 });
    const rule = { name: "rule", pattern, targets: [{ functionName: "fn" }] };
    const bus = createEventBus([rule], {
      queue,
      deadLetters,
      functions: { permits: () => true },
      allowsService: () => false,
    });
    bus.put(buildCreatedEvent("uploads/a"));
    bus.put(buildCreatedEvent("elsewhere/a"));
    expect(files()).toHaveLength(1);
    queue.start();
    await settled();
    expect(seen).toMatchObject([{ detail: { bucket: { name: "b" }, object: { key: "uploads/a", etag: "e" } } }]);
    expect(files()).toEqual([]);
  });

  test("becomes a dead letter without a retry when the rule may not invoke the function", () => {
    const { queue, deadLetters, files } = openQueue(folder(), () => true, { retries: 0 });
    const asked: unknown[] = [];
    const permits = (...asking: unknown[]) => asked.push(asking) === 0;
    const targets = [
      { functionName: "fn", deadLetterQueue: "dead" },
      { functionName: "other" },
      { functionName: "third", deadLetterQueue: "closed" },
    ];
    const queues: unknown[] = [];
    const allowsService = (...asking: [string, string, { resource: string }]) => {
      queues.push(asking);
      return asking[2].resource.endsWith(":dead");
    };
    const dependencies = { queue, deadLetters, functions: { permits }, allowsService };
    const bus = createEventBus([{ name: "rule", pattern, targets }], dependencies);
    bus.put(buildCreatedEvent("uploads/a"));
    const caller = {
      principal: "events.amazonaws.com",
      sourceArn: "arn:aws:events:us-east-1:000000000000:rule/rule",
    };
    expect(asked).toEqual([
      [caller, "fn"],
      [caller, "other"],
      [caller, "third"],
    ]);
    expect(queues[0]).toEqual([
      caller.principal,
      caller.sourceArn,
      { action: "sqs:SendMessage", resource: "arn:aws:sqs:us-east-1:000000000000:dead" },
    ]);
    expect(files()).toEqual([]);
    expect(deadLetters.list("dead")).toMatchObject([{ functionName: "fn", reason: "NO_PERMISSIONS" }]);
    expect(deadLetters.list("closed")).toEqual([]);
    expect(deadLetters.list(LOST_EVENTS)).toMatchObject([{ functionName: "other" }, { functionName: "third" }]);
  });

  test("of an earlier run is delivered by the next one", async () => {
    const dir = folder();
    openQueue(dir, () => true, { retries: 0 }).queue.add("fn", { left: "over" });
    const next = openQueue(dir, () => true, { retries: 0 });
    next.queue.start();
    await next.settled();
    expect(next.seen).toEqual([{ left: "over" }]);
  });

  test("is retried and ends in the function's dead-letter queue", async () => {
    const { queue, deadLetters, seen, settled } = openQueue(folder(), () => false, {
      retries: 1,
      deadLetterQueue: "dead",
    });
    queue.start();
    queue.add("fn", { bad: true });
    await settled();
    expect(seen).toHaveLength(2);
    expect(deadLetters.list("dead")).toMatchObject([{ functionName: "fn", reason: "broken", payload: { bad: true } }]);
  });

  test("is listed as lost when the function has no dead-letter queue", async () => {
    const { queue, deadLetters, settled } = openQueue(folder(), () => false, { retries: 0 });
    queue.start();
    queue.add("fn", { bad: true });
    await settled();
    expect(deadLetters.list(LOST_EVENTS)).toHaveLength(1);
  });
});

describe("a schedule", () => {
  test.each([
    ["cron(30 4 * * ? *)", "2026-11-21T04:30:10Z", true],
    ["cron(30 4 * * ? *)", "2026-11-21T04:31:00Z", false],
    ["cron(0/15 * * * ? *)", "2026-11-21T09:45:00Z", true],
    ["cron(0 9 ? * MON-FRI *)", "2026-11-21T09:00:00Z", false],
    ["cron(0 9 ? NOV SAT 2026)", "2026-11-21T09:00:00Z", true],
  ])("%s at %s is due: %s", (expression, at, due) => {
    expect(cronMatches(expression, new Date(at))).toBe(due);
  });

  test("with a rate that came due while the laptop was off runs at the next start", () => {
    const dir = folder();
    const rules = [{ name: "daily", schedule: "rate(1 day)", targets: [] }];
    const ran: string[] = [];
    const start = () => {
      const state = openStateFile<number>(join(dir, "schedules.json"));
      startSchedules(rules, (rule) => ran.push(rule.name), state).stop();
      return state;
    };
    const state = start();
    expect(ran).toEqual([]);
    state.set("daily", Date.now() - (parseRate("rate(1 day)") ?? 0));
    start();
    expect(ran).toEqual(["daily"]);
  });
});

test("a state file keeps its values, and a damaged one fails with a line that names it", () => {
  const path = join(folder(), "state.json");
  openStateFile<number>(path).set("a", 1);
  expect(openStateFile<number>(path).get("a")).toBe(1);
  writeFileSync(path, '{"a":');
  expect(() => openStateFile<number>(path)).toThrow(`${path} can't be read. Start with --fresh`);
});
