import { join, sep } from "node:path";
import type { Plugin } from "esbuild";
import { PROJECT } from "../bundling/entries.ts";

const SITE = join(PROJECT, "web/src") + sep;

/**
 * Excludes modules that the site loads on demand from the rendering function: they show only after log-in or a click, and
 * server-rendered screens are imported statically. Rendering one fails, and the browser renders that page instead.
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
