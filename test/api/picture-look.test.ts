import { describe, expect, test } from "vitest";
import { computeDifference, likenessWords } from "#lambdas/areas/media/likeness.ts";
import { computeLook } from "#lambdas/events/uploads/picture-look.ts";
import { COLOR_CODES, COLORS } from "#shared/colors.ts";

const raw = { width: 64, height: 64, channels: 3 } as const;

/** Analyses a picture of horizontal stripes, each a colour with its share of the height. */
async function analyzeStripes(...stripes: readonly (readonly [hex: string, share: number])[]) {
  const rows = stripes.flatMap(([hex, share]) => Array.from({ length: Math.round(share * 64) }, () => hex));
  const data = Buffer.concat(
    rows.map((hex) => Buffer.concat(Array.from({ length: 64 }, () => Buffer.from(hex.slice(1), "hex")))),
  );
  return computeLook({ data, raw });
}

describe("the colours of a picture", () => {
  test.each(COLOR_CODES)("are only %s in a picture of that colour", async (color) => {
    expect((await analyzeStripes([COLORS[color].swatch, 1])).colors).toEqual([color]);
  });

  test.each([
    ["#ff0000", "red"],
    ["#ffd700", "yellow"],
    ["#00ff00", "green"],
    ["#008080", "teal"],
    ["#87ceeb", "blue"],
    ["#000080", "blue"],
    ["#800080", "purple"],
    ["#ff69b4", "pink"],
    ["#ffc0cb", "pink"],
    ["#8b4513", "brown"],
    ["#808080", "white"],
    ["#111111", "black"],
  ] as const)("name %s %s", async (hex, color) => {
    expect((await analyzeStripes([hex, 1])).colors).toEqual([color]);
  });

  test("are three at most, the largest area first, without small areas", async () => {
    expect((await analyzeStripes(["#2b62d9", 0.5], ["#ffffff", 0.5])).colors).toEqual(["blue", "white"]);
    expect((await analyzeStripes(["#ffffff", 0.95], ["#2b62d9", 0.05])).colors).toEqual(["white"]);
    const many = [
      ["#d42a2a", 0.4],
      ["#2b62d9", 0.25],
      ["#3d9a40", 0.2],
      ["#f5d130", 0.15],
    ] as const;
    expect((await analyzeStripes(...many)).colors).toEqual(["red", "blue", "green"]);
  });
});

describe("the similarity of pictures", () => {
  test("has distance 0 to itself and a smaller one to a similar picture than to another", async () => {
    const [sky, dusk, wood] = await Promise.all([
      analyzeStripes(["#5aa7f0", 0.5], ["#3d9a40", 0.5]),
      analyzeStripes(["#4f8fe0", 0.5], ["#2f8a3a", 0.5]),
      analyzeStripes(["#5c3317", 0.5], ["#f08a24", 0.5]),
    ]);
    expect(computeDifference(sky.likeness, sky.likeness)).toBe(0);
    expect(computeDifference(sky.likeness, dusk.likeness)).toBeLessThan(
      computeDifference(sky.likeness, wood.likeness) / 3,
    );
    expect(Buffer.from(sky.likeness, "base64").length).toBeLessThanOrEqual(64);
    expect(computeDifference(sky.likeness, undefined)).toBe(Number.POSITIVE_INFINITY);
  });

  test("has terms that similar pictures share and different ones don't", async () => {
    const [sky, dusk, wood] = await Promise.all([
      analyzeStripes(["#5aa7f0", 0.5], ["#3d9a40", 0.5]),
      analyzeStripes(["#57a2ea", 0.5], ["#3a963e", 0.5]),
      analyzeStripes(["#f08a24", 0.5], ["#5c3317", 0.5]),
    ]);
    const words = new Set(likenessWords(sky.likeness));
    expect(words.size).toBe(3);
    expect(likenessWords(dusk.likeness).some((word) => words.has(word))).toBe(true);
    expect(likenessWords(wood.likeness).some((word) => words.has(word))).toBe(false);
    expect([likenessWords(undefined), likenessWords("AAAA")]).toEqual([[], []]);
  });
});
