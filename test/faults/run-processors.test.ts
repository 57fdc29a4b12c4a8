import type { DynamoDBRecord } from "aws-lambda";
import { expect, test } from "vitest";
import { consume } from "#lambdas/streams/consume.ts";
import { runProcessors } from "#lambdas/streams/run-processors.ts";

const log = { error() {} } as never;
const record = (number: number): DynamoDBRecord => ({
  eventID: `event-${number}`,
  dynamodb: { SequenceNumber: String(number) },
});
const batch = (...numbers: number[]) => ({ Records: numbers.map(record) });
const failing = (...numbers: number[]) => ({
  batchItemFailures: numbers.map((number) => ({ itemIdentifier: String(number) })),
});

/** A part that notes what it has done and can't do some of it. */
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

test("every processor gets every record, and a batch is done when all are", async () => {
  const [one, other] = [givenPart(), givenPart()];
  const read = runProcessors([one.part, other.part], {});

  expect(await read(batch(1, 2, 3))).toEqual(failing());

  expect([one.done, other.done]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test("a processor that fails holds no other back, and none repeats its work when the batch is retried", async () => {
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

test("records without an id, as an operator hands them over, reach every processor", async () => {
  const { done, broken, part } = givenPart();
  const read = runProcessors([part], {});
  const byHand = { Records: [1, 2].map((number) => ({ dynamodb: { SequenceNumber: String(number) } })) };
  broken.add(2);

  expect(await read(byHand)).toEqual(failing(2));
  broken.clear();
  await read(byHand);

  expect(done).toEqual([1, 1, 2]);
});
