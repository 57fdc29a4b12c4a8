import { join, sep } from "node:path";
import type { Plugin } from "esbuild";
import { PROJECT } from "../bundling/entries.ts";

const SITE = join(PROJECT, "web/src") + sep;

/**
 * Leaves out of a function what the site loads on demand: it appears only once someone is signed in or presses
 * something, and the screens that a server renders are imported as they are. Rendering it all the same fails, and the
 * browser then draws that page.
 */
export const withoutOnDemand: Plugin = {
  name: "without-on-demand",
  setup(build) {
    build.onResolve({ filter: /^[.#]/ }, ({ kind, importer, path }) =>
      kind === "dynamic-import" && importer.startsWith(SITE) ? { path, namespace: "on-demand" } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "on-demand" }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} isn't rendered on a server`)})`,
    }));
  },
};
