import { describe, expect, test } from "vitest";
import { outlineText } from "#lambdas/platform/outlines/text-outline.ts";

describe("text as outlines", () => {
  test("is drawn whole or not at all", () => {
    expect(outlineText("Ōkami über Łódź, “12 €”", 40, 800)).toBeDefined();
    for (const text of ["春の海", "Весна", "بحر", "Dusk 🌅", ""]) expect(outlineText(text, 40, 800)).toBeUndefined();
  });

  test("that is too long ends in an ellipsis within its room", () => {
    const line = outlineText("W".repeat(70), 44, 800);
    expect(line?.width).toBeLessThanOrEqual(800);
    expect(line?.width).toBeGreaterThan(700);
  });

  test("composed and decomposed letters are the same", () => {
    expect(outlineText("e\u0301", 40, 800)).toEqual(outlineText("\u00e9", 40, 800));
  });
});
