import { describe, expect, test } from "vitest";
import { deliverBatch } from "#local/streams/batch.ts";
import type { StreamRecord } from "#local/streams/stream-record.ts";
import type { StreamMappingSpec } from "#local/template/events.ts";

const record = (number: number): StreamRecord => ({
  eventID: String(number),
  eventName: "INSERT",
  dynamodb: { SequenceNumber: String(number), Keys: {} },
});

const mapping = (more: Partial<StreamMappingSpec> = {}): StreamMappingSpec => ({
  id: "mapping",
  streamArn: "arn:aws:dynamodb:us-east-1:000000000000:table/table/stream/laptop",
  tableName: "table",
  functionName: "fn",
  batchSize: 10,
  startsAt: "TRIM_HORIZON",
  reportsItemFailures: true,
  bisects: false,
  retries: 2,
  failureBucket: "letters",
  filters: [],
  ...more,
});

type Answer = { payload: string } | { error: { errorType: string; errorMessage: string } };
const fails = (...numbers: number[]): Answer => ({
  payload: JSON.stringify({ batchItemFailures: numbers.map((number) => ({ itemIdentifier: String(number) })) }),
});
const broken: Answer = { error: { errorType: "Error", errorMessage: "broken" } };

type Rule = (numbers: string, call: number) => Answer;

/** A handler with these responses in order; the last one repeats. */
const inTurn =
  (...answers: Answer[]): Rule =>
  (_numbers, call) =>
    answers[call] ?? answers.at(-1) ?? broken;

/** Delivers records 1 to 4 to a function that answers by this rule. */
async function deliver(answers: Answer[] | Rule, more: Partial<StreamMappingSpec> = {}) {
  const answer = typeof answers === "function" ? answers : inTurn(...answers);
  const calls: string[] = [];
  const checkpoints: string[] = [];
  const letters: unknown[] = [];
  const finished = await deliverBatch(mapping(more), "arn:stream", [1, 2, 3, 4].map(record), {
    functions: {
      async invoke(_name, event) {
        const { Records } = event as { Records: StreamRecord[] };
        const numbers = Records.map(({ eventID }) => eventID).join("");
        calls.push(numbers);
        return { requestId: "r", ...answer(numbers, calls.length - 1) };
      },
    },
    keep: async (_bucket, key, body) => {
      expect(key).toMatch(/^aws\/lambda\/mapping\/shardId-[\d-]+\/\d{4}\/\d\d\/\d\d\/[\dT.-]+-[\da-f-]{36}$/);
      const { payload, DDBStreamBatchInfo, requestContext } = JSON.parse(body);
      const { Records } = JSON.parse(payload) as { Records: StreamRecord[] };
      expect(DDBStreamBatchInfo).toMatchObject({ batchSize: Records.length, streamArn: "arn:stream" });
      expect(requestContext.functionArn).toMatch(/:function:fn$/);
      letters.push({ Records: Records.map(({ eventID }) => record(Number(eventID))) });
    },
    log: () => {},
    checkpoint: (sequence) => checkpoints.push(sequence),
    pause: async () => calls.length < 20,
  });
  return { calls, checkpoints, letters, finished };
}

describe("a batch of stream records", () => {
  test("is finished after one invocation without failures", async () => {
    expect(await deliver([fails()])).toMatchObject({ calls: ["1234"], checkpoints: ["4"], letters: [] });
  });

  test("is retried from its first failed record", async () => {
    const { calls, checkpoints } = await deliver([fails(3), fails()]);
    expect(calls).toEqual(["1234", "34"]);
    expect(checkpoints).toEqual(["2", "4"]);
  });

  test("is retried completely after an error or a failure that names none of its records", async () => {
    expect((await deliver([broken, fails()])).calls).toEqual(["1234", "1234"]);
    expect((await deliver([fails(99), fails()])).calls).toEqual(["1234", "1234"]);
  });

  test("becomes a dead letter when its retries are used up, and the stream continues", async () => {
    const { calls, letters, checkpoints } = await deliver([broken]);
    expect(calls).toHaveLength(3);
    expect(letters).toEqual([{ Records: [1, 2, 3, 4].map(record) }]);
    expect(checkpoints).toEqual(["4"]);
  });

  test("is halved when its function throws, until the failing record is alone with its own retries", async () => {
    const throwsAt3 = (numbers: string) => (numbers.includes("3") ? broken : fails());
    const { calls, letters, checkpoints } = await deliver(throwsAt3, { bisects: true });
    expect(calls).toEqual(["1234", "12", "34", "3", "3", "3", "4"]);
    expect(letters).toEqual([{ Records: [record(3)] }]);
    expect(checkpoints).toEqual(["2", "3", "4"]);
  });

  test("is not halved for failures that its function reports", async () => {
    expect((await deliver([fails(2), fails()], { bisects: true })).calls).toEqual(["1234", "234"]);
  });

  test("stays undelivered from the half at which the laptop stopped", async () => {
    const { calls, finished, checkpoints } = await deliver([broken], {
      bisects: true,
      retries: Number.POSITIVE_INFINITY,
    });
    expect([calls.slice(0, 4), calls.at(-1), finished, checkpoints]).toEqual([
      ["1234", "12", "1", "1"],
      "1",
      false,
      [],
    ]);
  });

  test("is retried forever when the template sets no limit", async () => {
    const { calls, finished } = await deliver([broken], { retries: Number.POSITIVE_INFINITY });
    expect(calls).toHaveLength(20);
    expect(finished).toBe(false);
  });

  test("ignores reported failures without ReportBatchItemFailures", async () => {
    expect((await deliver([fails(3)], { reportsItemFailures: false })).calls).toEqual(["1234"]);
  });
});
