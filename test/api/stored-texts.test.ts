import { expect, test } from "vitest";
import { textsCodec } from "#lambdas/areas/artwork/stored-texts.ts";

const { encode, decode } = textsCodec(["artworkTitle", "artworkDescription"]);

test("a text alone is stored as a bare string, as items of before a second one are", () => {
  expect(encode({ artworkTitle: "Dunes", artworkDescription: "" })).toBe("Dunes");
  expect(decode("Dunes")).toEqual({ artworkTitle: "Dunes" });
});

test("several texts are stored by name in one attribute, and come back", () => {
  const texts = { artworkTitle: "Dunes", artworkDescription: "At noon" };
  expect(encode(texts)).toEqual(texts);
  expect(decode(encode(texts))).toEqual(texts);
});

test("a second text without the first is told from the first", () => {
  const texts = { artworkTitle: "", artworkDescription: "At noon" };
  expect(decode(encode(texts))).toEqual(texts);
});
