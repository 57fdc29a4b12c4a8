import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findTagsProblem, isTag, normalizeTag, normalizeTags } from "#shared/rules/tags.ts";

const INVALID = "A tag can have up to 30 letters, digits, hyphens, apostrophes and periods";

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
    ["-a-", "a"],
    ["a\u200bb", "ab"],
    ["l\u2019Art", "l'art"],
    ["'s-Hertogenbosch", "'s-hertogenbosch"],
    ["St. Ives", "st.-ives"],
    ["U.S.A.", "u.s.a"],
    ["pixel\u2010art", "pixel-art"],
  ])("%j is %s", (typed, tag) => {
    expect([normalizeTag(typed), isTag(normalizeTag(typed))]).toEqual([tag, true]);
  });

  test.each([
    "",
    " ",
    "#",
    "'",
    "...",
    "black & white",
    "a/b",
    "<b>",
    "tag:forest",
    "\u200d",
    "\u0301",
    "\u3164\u3164",
    "\u115f\u1160",
    "क्".repeat(241),
    "\u{1f332}\u{1f332}",
    "a".repeat(31),
  ])("isn't %j", (typed) => {
    expect(findTagsProblem([typed])).toBe(INVALID);
  });

  test.each([
    ["Han", "桜"],
    ["Japanese with a middle dot", "レオナルド・ダ・ヴィンチ"],
    ["Korean", "봄"],
    ["Persian with a joiner", "می\u200cخواهم"],
    ["Arabic with its vowels", "فَنّ"],
    ["Hebrew with niqqud", "שָׁלוֹם"],
    ["Hebrew with gershayim", "תנ״ך"],
    ["Hindi, one sign", "ॐ"],
    ["Hindi with conjuncts", "श्री"],
    ["Sinhala with a joiner", "ශ්\u200dරී"],
    ["Malayalam with a joiner at its end", "അവന്\u200d"],
    ["Thai with the vowel am", "น้ำ"],
    ["Lao with the vowel am", "ນ້ຳ"],
    ["Khmer", "ខ្មែរ"],
    ["Burmese", "မြန်မာ"],
    ["Tibetan", "བོད་ཡིག"],
    ["Mongolian with a variant", "ᠮᠣᠩᠭᠣᠯ\u180b"],
    ["Amharic", "ሰላም"],
    ["Catalan", "col·lecció"],
    ["Ukrainian", "п'ятниця"],
  ])("of %s is unchanged", (_language, word) => {
    expect([normalizeTag(word), findTagsProblem([word])]).toEqual([word.normalize("NFC"), undefined]);
  });

  test("has at most 30 characters, counted as graphemes", () => {
    for (const tag of ["क्षि".repeat(30), "e\u0301".repeat(30), "q\u0301".repeat(30)]) {
      expect(findTagsProblem([tag])).toBeUndefined();
      expect(findTagsProblem([`${tag}a`])).toBe(INVALID);
    }
    for (const tag of ["a", "a".repeat(30), "\u{20000}".repeat(30)]) expect(findTagsProblem([tag])).toBeUndefined();
    expect(findTagsProblem(["\u{20000}".repeat(31)])).toBe(INVALID);
  });

  test("is normalized idempotently", () => {
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
  test("keep their order, without duplicates", () => {
    expect(normalizeTags(["Sea", "forest", "#SEA", "sea "])).toEqual(["sea", "forest"]);
  });

  test("are at most twelve, not counting duplicates", () => {
    const twelve = Array.from({ length: 12 }, (_, at) => `tag-${at}`);
    expect(findTagsProblem([...twelve, "TAG 3"])).toBeUndefined();
    expect(findTagsProblem([...twelve, "tag-12"])).toBe("An artwork can have up to 12 tags");
  });
});
