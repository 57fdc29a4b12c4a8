import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import { describe, expect, onTestFinished, test } from "vitest";
import { openLogs } from "#local/functions/logs.ts";
import { openAsyncQueue } from "#local/streams/async-queue.ts";
import { openDeadLetters } from "#local/streams/dead-letters.ts";

const RULE = { attempts: 2, deadLetterQueue: "letters", reportsItemFailures: true, batchSize: 10 };
const joinBodies = ({ Records }: SQSEvent) => Records.map(({ body }) => body).join("");
const alphabet = "abcdefghijkl";

/** A queue with a message for each letter and a function that answers like this; delivers until nothing is left. */
async function deliver(letters: string, answer: (records: SQSRecord[]) => unknown, rule: Partial<typeof RULE> = {}) {
  const dir = mkdtempSync(join(tmpdir(), "queue-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const calls: SQSEvent[] = [];
  const functions = {
    async invoke(_name: string, event: unknown) {
      const { Records } = event as SQSEvent;
      calls.push({ Records });
      try {
        return { requestId: "r", payload: JSON.stringify(answer(Records) ?? null) };
      } catch (error) {
        return { requestId: "r", error: { errorType: "Error", errorMessage: String(error) } };
      }
    },
    findSpec: () => undefined,
  };
  const dead = openDeadLetters(join(dir, "letters"));
  const queue = openAsyncQueue(join(dir, "queue"), functions, dead, openLogs(join(dir, "logs")));
  queue.start();
  for (const body of letters) {
    const id = `id-${body}`;
    const attributes = { ApproximateReceiveCount: "1" };
    queue.add("fn", { Records: [{ messageId: id, body, attributes }] }, id, { rule: { ...RULE, ...rule } });
  }
  while (queue.pending()) await sleep(10);
  const deadBodies = dead.list("letters").map(({ payload }) => joinBodies(payload as SQSEvent));
  return { calls, texts: calls.map(joinBodies), deadBodies: deadBodies.sort(), files: readdirSync(join(dir, "queue")) };
}

const fails = (...bodies: string[]) => ({
  batchItemFailures: bodies.map((body) => ({ itemIdentifier: `id-${body}` })),
});

describe("messages of a queue", () => {
  test("that are queued together arrive in one call, up to the mapping's batch size", async () => {
    const { texts, files } = await deliver(alphabet, () => null, { batchSize: 5 });
    expect(texts.slice(0, 3)).toEqual(["abcde", "fghij", "kl"]);
    expect(files).toEqual([]);
  });

  test("are sometimes delivered twice: the first and then every tenth", async () => {
    const { texts, calls } = await deliver(alphabet, () => null);
    expect(texts.slice(0, 2)).toEqual(["abcdefghij", "kl"]);
    expect(texts.slice(2).join("").split("").sort()).toEqual(["a", "k"]);
    expect(calls[2]?.Records[0]?.attributes.ApproximateReceiveCount).toBe("2");
  });

  test("are redelivered alone when the function reports them, then become dead letters", async () => {
    const { texts, deadBodies } = await deliver("abc", (records) =>
      fails(...records.filter(({ body }) => body === "b").map(({ body }) => body)),
    );
    expect(texts[0]).toBe("abc");
    expect(texts.slice(1).join("").split("").sort().join("")).toBe("ab");
    expect(deadBodies).toEqual(["b"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["reports a message that wasn't there", () => fails("z")],
    ["reports no id", () => ({ batchItemFailures: [{ itemIdentifier: "" }] })],
  ])("are all redelivered when the function %s", async (_what, answer) => {
    const { texts, deadBodies } = await deliver("abc", answer);
    expect(texts).toEqual(["abc", "abc"]);
    expect(deadBodies).toEqual(["a", "b", "c"]);
  });

  test("are finished if the mapping doesn't allow reports, whatever the function reports", async () => {
    const { texts } = await deliver("bc", () => fails("c"), { reportsItemFailures: false });
    expect(texts).toEqual(["bc", "b"]);
  });
});
