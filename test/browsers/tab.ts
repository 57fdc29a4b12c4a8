import { join } from "node:path";
import { buildSync } from "esbuild";
import { vi } from "vitest";
import { BUILD_TARGETS } from "#shared/browsers.ts";
import type { EnginePage } from "./engines.ts";
import type { Target } from "./find-element.ts";

const PATIENCE = { timeout: 30_000, interval: 150 };

const finder = buildSync({
  entryPoints: [join(import.meta.dirname, "find-element.ts")],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  globalName: "finder",
  target: BUILD_TARGETS,
  footer: { js: "globalThis.findElement = finder.findElement;" },
}).outputFiles[0]?.text;

export const byRole = (value: string, name?: string): Target => ({ by: "role", value, ...(name ? { name } : {}) });
export const byLabel = (value: string): Target => ({ by: "label", value });
export const byText = (value: string): Target => ({ by: "text", value });
export const byCss = (value: string): Target => ({ by: "css", value });

/** A page as a person uses it: waits for what it acts on. */
export function createTab(page: EnginePage, origin: string) {
  const run = <T>(script: string) => page.run(script) as Promise<T>;

  async function find(target: Target) {
    const search = async () => {
      if (!(await run<boolean>("'findElement' in globalThis"))) await run(`(() => { ${finder} })()`);
      const element = await page.find(`findElement(${JSON.stringify(target)}) ?? null`);
      if (!element) throw new Error(`No ${JSON.stringify(target)}`);
      return element;
    };
    try {
      return await vi.waitFor(search, PATIENCE);
    } catch (error) {
      const shown = await run<string>("location.href + ' ' + document.body.innerText.slice(0, 3000)");
      throw new Error(`${error instanceof Error ? error.message : error} in ${shown}`);
    }
  }

  const until = (script: string) =>
    vi.waitFor(async () => {
      if (!(await run<boolean>(script))) throw new Error(`Not ${script} at ${await run("location.href")}`);
    }, PATIENCE);

  return {
    page,
    run,
    until,
    /** Opens a path and waits for its hydration. */
    async open(path: string) {
      await page.open(new URL(path, origin).href);
      await until("document.documentElement.dataset.main === 'live'");
    },
    /** Waits for an element. */
    see: async (target: Target) => void (await find(target)),
    async press(target: Target) {
      const element = await find(target);
      // WebKit's driver presses while the page still scrolls smoothly to the element.
      await run(`findElement(${JSON.stringify(target)}).scrollIntoView({ block: "center", behavior: "instant" })`);
      await element.click();
    },
    /** Chooses a radio button whose own box isn't drawn. */
    async choose(target: Target) {
      await find(target);
      await run(`findElement(${JSON.stringify(target)}).click()`);
    },
    async fill(target: Target, text: string) {
      const element = await find(target);
      await run(`findElement(${JSON.stringify(target)}).select?.()`);
      await element.type(text);
    },
    /** Selects a list's entry by its label. */
    async select(target: Target, label: string) {
      await find(target);
      await run(`(() => {
        const list = findElement(${JSON.stringify(target)});
        const option = [...list.options].find(({ label }) => label === ${JSON.stringify(label)});
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(list, option.value);
        list.dispatchEvent(new Event("change", { bubbles: true }));
      })()`);
    },
    upload: async (target: Target, path: string) => (await find(target)).chooseFile(path),
  };
}

export type Tab = ReturnType<typeof createTab>;
