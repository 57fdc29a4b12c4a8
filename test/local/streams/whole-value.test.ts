import { expect, test } from "vitest";
import { wholeRecord } from "#local/streams/whole-value.ts";

test("an empty map, whose type the stand-in leaves out, is told as AWS tells it, however deep it lies", () => {
  const image = { l: {}, pk: { S: "A#1" }, am: { M: { p: { N: "1" }, e: {} } }, list: { L: [{}, { S: "x" }] } };
  const record = { eventID: "1", dynamodb: { SequenceNumber: "7", Keys: { pk: { S: "A#1" } }, NewImage: image } };
  expect(wholeRecord(record).dynamodb).toEqual({
    SequenceNumber: "7",
    Keys: { pk: { S: "A#1" } },
    NewImage: {
      l: { M: {} },
      pk: { S: "A#1" },
      am: { M: { p: { N: "1" }, e: { M: {} } } },
      list: { L: [{ M: {} }, { S: "x" }] },
    },
  });
});
