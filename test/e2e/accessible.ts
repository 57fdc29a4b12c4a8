import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LIGHT } from "#web/theme/theme-choice.ts";

/** WCAG 2.2 AA, as far as it can be checked automatically. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** The payment provider's form, which doesn't inherit the page's colours. */
const PROVIDERS_FORM = ".__PrivateStripeElement";

/** Violations of the given rules or tags on the page, or within the elements of a selector. */
export async function findViolations(page: Page, { rules = WCAG, within = ":root" } = {}) {
  const options: RunOptions = { resultTypes: ["violations"], runOnly: rules };
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async ([place, given]) => (await window.axe.run(place, given)).violations, [
    { include: within, exclude: PROVIDERS_FORM },
    options,
  ] as const);
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) }));
}

/** Expects no accessibility violations. */
export async function expectAccessible(page: Page) {
  expect(await findViolations(page)).toEqual([]);
}

/** Renders `content-visibility: auto` elements off screen too, which otherwise keep the old theme's colours; `false` ends that. */
const setOffscreenRendering = (page: Page, isOn: boolean) =>
  page.evaluate((on) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = on ? [sheet] : [];
  }, isOn);

/** Violations in both themes; restores the first one. In the other only colours are checked. */
export async function findViolationsInBothThemes(page: Page) {
  const toggleTheme = () =>
    page.evaluate(async (light) => {
      document.documentElement.classList.toggle(light);
      await new Promise(requestAnimationFrame);
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    }, LIGHT);
  await setOffscreenRendering(page, true);
  const before = await findViolations(page);
  await toggleTheme();
  const after = await findViolations(page, { rules: ["color-contrast"] });
  await toggleTheme();
  await setOffscreenRendering(page, false);
  return [...before, ...after];
}

/** Expects no horizontal overflow (WCAG 2.2, reflow). */
export async function expectToFit(page: Page, of = page.url()) {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess, { message: `pixels past the side of ${of}`, timeout: 10_000 }).toBe(0);
}

/** Expects no overflow on a phone with text of twice the size; restores the page. */
export async function expectToFitWithLargeText(page: Page, phone: { readonly width: number; readonly height: number }) {
  const before = page.viewportSize();
  const setFontSize = (size: string) =>
    page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
  await page.setViewportSize(phone);
  await setFontSize("200%");
  await expectToFit(page);
  await setFontSize("");
  if (before) await page.setViewportSize(before);
}
