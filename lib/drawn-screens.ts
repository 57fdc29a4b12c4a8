import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "esbuild";
import { PAGE_PATHS } from "#shared/pages.ts";
import { PROJECT } from "./entries.ts";

const SITE = join(PROJECT, "web/src") + sep;
const SCREEN = /screen\("public", "([^"]+)", \(\) => import\("([^"]+)"\)/g;

const isPage = (path: string) =>
  path === "/404" || PAGE_PATHS.some((page) => page.replace("{rest+}", "") === path.replace(/:\w+$/, ""));

/** What `routes.tsx` loads for the pages that a server draws. */
function drawnScreens(): ReadonlySet<string> {
  const routes = readFileSync(join(SITE, "routes.tsx"), "utf8");
  const found = [...routes.matchAll(SCREEN)].flatMap(([, path = "", file = ""]) => (isPage(path) ? [file] : []));
  if (found.length === 0) throw new Error("routes.tsx names no screen of a page that a server draws.");
  return new Set(found);
}

/**
 * Leaves out of a function what the site loads on demand: all but the screens that a server draws appears only once
 * someone is signed in or presses something. Drawing it all the same fails, and the browser then draws that page.
 */
export const drawnScreensOnly: Plugin = {
  name: "drawn-screens-only",
  setup(build) {
    const drawn = drawnScreens();
    build.onResolve({ filter: /^[.#]/ }, ({ kind, importer, path }) =>
      kind === "dynamic-import" && importer.startsWith(SITE) && !drawn.has(path)
        ? { path, namespace: "on-demand" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "on-demand" }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} isn't drawn on a server`)})`,
    }));
  },
};
