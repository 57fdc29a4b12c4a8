import { describe, expect, test } from "vitest";
import { outlineText } from "#lambdas/platform/outlines/text-outline.ts";

describe("text as outlines", () => {
  test("is drawn only if every character has an outline", () => {
    expect(outlineText("Ōkami über Łódź, “12 €”", 40, 800)).toBeDefined();
    for (const text of ["春の海", "Весна", "بحر", "Dusk 🌅", ""]) expect(outlineText(text, 40, 800)).toBeUndefined();
  });

  test("that is too long is truncated to its width", () => {
    const line = outlineText("W".repeat(70), 44, 800);
    expect(line?.width).toBeLessThanOrEqual(800);
    expect(line?.width).toBeGreaterThan(700);
  });

  test("is the same for composed and decomposed letters", () => {
    expect(outlineText("e\u0301", 40, 800)).toEqual(outlineText("\u00e9", 40, 800));
  });
});
