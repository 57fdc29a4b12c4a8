import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTag, normalizeTag, normalizeTags, tagsProblem } from "#shared/rules/tags.ts";

const INVALID = "Tags have 2 to 30 letters, digits and hyphens each";

describe("a tag", () => {
  test.each([
    ["Forest", "forest"],
    ["  forest  ", "forest"],
    ["#forest", "forest"],
    ["# # forest", "forest"],
    ["Pixel Art", "pixel-art"],
    ["pixel_art", "pixel-art"],
    ["pixel - _ art", "pixel-art"],
    ["-forest-", "forest"],
    ["\uff26\uff4f\uff52\uff45\uff53\uff54", "forest"],
    ["Wald\u00a0Weg", "wald-weg"],
    ["\u00c9t\u00e9", "\u00e9t\u00e9"],
    ["E\u0301te\u0301", "\u00e9t\u00e9"],
    ["\u98a8\u666f", "\u98a8\u666f"],
    ["\u0939\u093f\u0902\u0926\u0940", "\u0939\u093f\u0902\u0926\u0940"],
    ["3D", "3d"],
  ])("%j is %s", (typed, tag) => {
    expect([normalizeTag(typed), isTag(normalizeTag(typed))]).toEqual([tag, true]);
  });

  test.each([
    "",
    " ",
    "#",
    "a",
    "-a-",
    "black & white",
    "a/b",
    "<b>",
    "tag:forest",
    "a\u200bb",
    "\u3164\u3164",
    "\u115f\u1160",
    "a\u034f\u034f",
    "\u{1f332}\u{1f332}",
    "a".repeat(31),
  ])("isn't %j", (typed) => {
    expect(tagsProblem([typed])).toBe(INVALID);
  });

  test("has 2 to 30 characters, whatever their bytes", () => {
    for (const tag of ["ab", "a".repeat(30), "\u{20000}".repeat(30)]) expect(tagsProblem([tag])).toBeUndefined();
    expect(tagsProblem(["\u{20000}".repeat(31)])).toBe(INVALID);
  });

  test("is normalized once and for all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const tag = normalizeTag(text);
        if (isTag(tag)) expect(normalizeTag(tag)).toBe(tag);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("tags", () => {
  test("keep their order, each once", () => {
    expect(normalizeTags(["Sea", "forest", "#SEA", "sea "])).toEqual(["sea", "forest"]);
  });

  test("are twelve at most, repeats apart", () => {
    const twelve = Array.from({ length: 12 }, (_, at) => `tag-${at}`);
    expect(tagsProblem([...twelve, "TAG 3"])).toBeUndefined();
    expect(tagsProblem([...twelve, "tag-12"])).toBe("An artwork can have 12 tags");
  });
});
