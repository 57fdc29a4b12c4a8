import { expect, test } from "vitest";
import { restoreEmptyMaps } from "#local/streams/restore-empty-maps.ts";

test("the type of an empty map, which DynamoDB Local omits, is restored at every depth", () => {
  const image = { l: {}, pk: { S: "A#1" }, am: { M: { p: { N: "1" }, e: {} } }, list: { L: [{}, { S: "x" }] } };
  const record = { eventID: "1", dynamodb: { SequenceNumber: "7", Keys: { pk: { S: "A#1" } }, NewImage: image } };
  expect(restoreEmptyMaps(record).dynamodb).toEqual({
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
