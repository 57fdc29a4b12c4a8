import { describe, expect, test } from "vitest";
import { ArtworkId } from "#shared/model/ids.ts";
import { UploadRequest } from "#shared/model/media.ts";
import { pageQuery } from "#shared/model/primitives.ts";
import { fieldTable, getProblems } from "./get-problems.ts";

const ID = "0199a0de-0000-7000-8000-000000000001";

describe("ids", () => {
  test("are normalized to lower case", () => {
    expect(ArtworkId.parse(ID.toUpperCase())).toBe(ID);
  });

  test.each([undefined, null])("%j is missing", (value) => {
    expect(getProblems(ArtworkId, value)).toEqual({ "": "Required value" });
  });

  test.each(["", "1", `${ID}1`, ID.replaceAll("-", ""), `{${ID}}`])("%j is invalid", (value) => {
    expect(getProblems(ArtworkId, value)).toEqual({ "": "Invalid UUID" });
  });
});

describe("the query of a list", () => {
  fieldTable(pageQuery(), {}, "limit", [
    ["0", "0", "Invalid value"],
    ["1", "1"],
    ["50", "50"],
    ["51", "51", "Invalid value"],
    ["less than none", "-1", "Invalid value"],
    ["a fraction", "2.5", "Value needs to be a positive integer"],
    ["a word", "all", "Value needs to be a positive integer"],
    ["empty", "", "Value needs to be a positive integer"],
    ["in the notation of programs", "0x10", "Value needs to be a positive integer"],
    ["in the notation of science", "1e1", "Value needs to be a positive integer"],
    ["signed", "+5", "Value needs to be a positive integer"],
    ["after white space", " 5", "Value needs to be a positive integer"],
  ]);

  fieldTable(pageQuery(), {}, "cursor", [
    ["an id", ID],
    ["no UUID", "42", "Invalid UUID"],
    ["empty", "", "Invalid UUID"],
  ]);

  test("has a default limit of 20 items", () => {
    expect(pageQuery().parse({})).toEqual({ limit: 20 });
    expect(pageQuery(5).parse({})).toEqual({ limit: 5 });
    expect(pageQuery().parse({ limit: "7", cursor: ID })).toEqual({ limit: 7, cursor: ID });
  });
});

describe("announcing an upload", () => {
  const valid = { mime: "image/png", bytes: 10, sha256: "0".repeat(64) };
  fieldTable(UploadRequest, valid, "mime", [
    ["missing", undefined, "Required value"],
    ["a number", 7, "Value needs to be a string"],
  ]);
  fieldTable(UploadRequest, valid, "bytes", [
    ["1", 1],
    ["0", 0, "Value needs to be a positive integer"],
    ["half a byte", 0.5, "Value needs to be a positive integer"],
    ["missing", undefined, "Required value"],
  ]);
  fieldTable(UploadRequest, valid, "sha256", [
    ["64 hexadecimal digits", "f".repeat(64)],
    ["63", "f".repeat(63), "Invalid value"],
    ["65", "f".repeat(65), "Invalid value"],
    ["no hexadecimal digits", "g".repeat(64), "Invalid value"],
    ["missing", undefined, "Required value"],
  ]);
});
