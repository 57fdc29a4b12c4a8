import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ["नमस्ते", 4],
  ["ภาพที่สวย", 7],
  ["👩‍🎨 e\u0301te", 5],
  ["plain", 5],
])("%j has %i characters in a browser without Intl.Segmenter", async (text, count) => {
  const { Segmenter: _, ...rest } = Object.fromEntries(
    Object.getOwnPropertyNames(Intl).map((name) => [name, Reflect.get(Intl, name)]),
  );
  vi.stubGlobal("Intl", rest);
  vi.resetModules();
  const { countCharacters, fits } = await import("#shared/rules/visible-text.ts");
  expect([countCharacters(text), fits(text, count)]).toEqual([count, true]);
});
