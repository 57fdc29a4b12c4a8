import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { LIGHT } from "#web/theme/theme-choice.ts";

/** Folder for optional screenshots. */
const { SCREENSHOTS } = process.env;

/** Takes screenshots of the page in both themes. */
export async function picture(page: Page, name: string) {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  for (const isLight of [true, false]) {
    await page.evaluate(([name, on]) => document.documentElement.classList.toggle(name, on), [LIGHT, isLight] as const);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${isLight ? "light" : "dark"}.png`), fullPage: true });
  }
}
