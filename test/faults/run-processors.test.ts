import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { deliverBatch, type StreamRecord } from "ochre-local/services";
import type { StreamMappingSpec } from "ochre-local/template";
import { expect, test } from "vitest";
import { consume } from "#lambdas/events/streams/consume.ts";
import { isolateFailing, runProcessors } from "#lambdas/events/streams/run-processors.ts";

const log = { error() {} } as never;
const record = (number: number): DynamoDBRecord => ({
  eventID: `event-${number}`,
  dynamodb: { SequenceNumber: String(number) },
});
const batch = (...numbers: number[]) => ({ Records: numbers.map(record) });
const failing = (...numbers: number[]) => ({
  batchItemFailures: numbers.map((number) => ({ itemIdentifier: String(number) })),
});

/** A processor that records its work and fails at some records. */
function givenPart() {
  const done: number[] = [];
  const broken = new Set<number>();
  const part = (event: ReturnType<typeof batch>) =>
    consume(event, { log }, async ({ dynamodb }) => {
      const number = Number(dynamodb?.SequenceNumber);
      if (broken.has(number)) throw new Error("broken");
      done.push(number);
    });
  return { done, broken, part };
}

test("every processor gets every record of a batch", async () => {
  const [one, other] = [givenPart(), givenPart()];
  const read = runProcessors([one.part, other.part], {});

  expect(await read(batch(1, 2, 3))).toEqual(failing());

  expect([one.done, other.done]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test("a failing processor doesn't stop the others, and no processor repeats its work in a retry", async () => {
  const [one, other] = [givenPart(), givenPart()];
  const read = runProcessors([one.part, other.part], {});
  one.broken.add(2);

  expect(await read(batch(1, 2, 3))).toEqual(failing(2));
  expect(other.done).toEqual([1, 2, 3]);
  expect(await read(batch(2, 3))).toEqual(failing(2));
  one.broken.clear();
  expect(await read(batch(2, 3))).toEqual(failing());

  expect(one.done).toEqual([1, 2, 3]);
  expect(other.done).toEqual([1, 2, 3]);
});

test("two processors that fail at different records both finish", async () => {
  const [one, other] = [givenPart(), givenPart()];
  const read = runProcessors([one.part, other.part], {});
  one.broken.add(1);
  other.broken.add(3);

  expect(await read(batch(1, 2, 3))).toEqual(failing(1, 3));
  one.broken.clear();
  expect(await read(batch(1, 2, 3))).toEqual(failing(3));
  other.broken.clear();
  expect(await read(batch(3))).toEqual(failing());

  expect([one.done, other.done]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test("a record delivered again after a clean batch is processed again", async () => {
  const { done, part } = givenPart();
  const read = runProcessors([part], {});
  await read(batch(1));
  await read(batch(1));
  expect(done).toEqual([1, 1]);
});

test("records without an id, as of an operator's redrive, reach the processor", async () => {
  const { done, broken, part } = givenPart();
  const read = runProcessors([part], {});
  const byHand = { Records: [1, 2].map((number) => ({ dynamodb: { SequenceNumber: String(number) } })) };
  broken.add(2);

  expect(await read(byHand)).toEqual(failing(2));
  broken.clear();
  await read(byHand);

  expect(done).toEqual([1, 1, 2]);
});

/** Delivers records as the stream does; returns the numbers of those given up. */
async function deliverAll(count: number, { part }: ReturnType<typeof givenPart>) {
  const read = isolateFailing(runProcessors([part], {}));
  const mapping = { reportsItemFailures: true, bisects: true, retries: 10, failureBucket: "kept" } as StreamMappingSpec;
  const records = batch(...Array.from({ length: count }, (_, at) => at + 1)).Records as StreamRecord[];
  const givenUp: number[] = [];
  await deliverBatch(mapping, "arn:stream", records, {
    functions: {
      invoke: async (_, event) => {
        try {
          return { requestId: "r", payload: JSON.stringify(await read(event as DynamoDBStreamEvent)) };
        } catch (error) {
          return { requestId: "r", error: { errorType: "Error", errorMessage: String(error) } };
        }
      },
    },
    keep: async (_, __, body) => {
      const { Records } = JSON.parse(JSON.parse(body).payload) as DynamoDBStreamEvent;
      givenUp.push(...Records.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber)));
    },
    log() {},
    checkpoint() {},
    pause: async () => true,
  });
  return givenUp;
}

test.each([1, 2, 250, 500])("of a batch of 500 only record %i is given up if it always fails", async (poison) => {
  const part = givenPart();
  part.broken.add(poison);
  expect(await deliverAll(500, part)).toEqual([poison]);
  expect(new Set(part.done).size).toBe(499);
});

test("a record that fails temporarily is processed later, without an error of the function", async () => {
  const part = givenPart();
  const read = isolateFailing(runProcessors([part.part], {}));
  part.broken.add(2);
  expect(await read(batch(1, 2, 3))).toEqual(failing(2));
  for (let again = 0; again < 3; again++) expect(await read(batch(2, 3))).toEqual(failing(2));
  part.broken.clear();
  expect(await read(batch(2, 3))).toEqual(failing());
  expect(part.done).toEqual([1, 2, 3]);
});

test("always failing records of two shards are both isolated by one process", async () => {
  const part = givenPart();
  const read = isolateFailing(runProcessors([part.part], {}));
  for (const poison of [1, 11]) part.broken.add(poison);
  for (let again = 0; again < 3; again++) {
    expect(await read(batch(1, 2))).toEqual(failing(1));
    expect(await read(batch(11, 12))).toEqual(failing(11));
  }
  await expect(read(batch(1, 2))).rejects.toThrow("The record 1 failed 4 times");
  await expect(read(batch(11, 12))).rejects.toThrow("The record 11 failed 4 times");
  expect(await read(batch(1))).toEqual(failing(1));
});
