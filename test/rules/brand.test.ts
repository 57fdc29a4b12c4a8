import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACCENT } from "#shared/brand.ts";

test("the icon has the accent colours", () => {
  const icon = readFileSync(new URL("../../web/public/favicon.svg", import.meta.url), "utf8");
  for (const step of [400, 600] as const) expect(icon).toContain(`fill="${ACCENT[step]}"`);
});
