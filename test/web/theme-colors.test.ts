import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { semanticTokens, tokens } from "#web/theme/tokens.ts";

const SOURCE = join(import.meta.dirname, "../../web/src");

test("every palette and colour that components use is a token", () => {
  const palettes = { ...tokens.colors, ...semanticTokens.colors } as Readonly<Record<string, unknown>>;
  const named = globSync("**/*.{ts,tsx}", { cwd: SOURCE }).flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), "utf8");
    const found = text.matchAll(
      /\{colors\.([a-z]+)\.[a-zA-Z0-9]+\}|colorPalette(?:=|: )(?:\{[^}]*\? "[a-z]+" : )?"([a-z]+)"/g,
    );
    return [...found].map(([, color, palette]) => `${file}: ${color ?? palette}`);
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((one) => !((one.split(": ")[1] ?? "") in palettes))).toEqual([]);
});
