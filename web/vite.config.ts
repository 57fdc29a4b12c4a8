import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { APP_NAME } from "../shared/brand.ts";
import { preparedTheme } from "./prepared-theme.ts";
import { FIRST_SCRIPTS, scriptGroups } from "./script-groups.ts";
import { withoutSchemas } from "./without-schemas.ts";

/** The letters that every page is written in are asked for with the page, before its pictures, instead of by its styles. */
const preloadFont: Plugin = {
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler(_page, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => /-latin-wght-[^/]*\.woff2$/.test(file));
      const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true };
      return font ? [{ tag: "link", attrs, injectTo: "head-prepend" }] : [];
    },
  },
};

/** The title until a screen has its own, which React puts before it. */
const initialTitle: Plugin = {
  name: "initial-title",
  transformIndexHtml: () => [{ tag: "title", children: APP_NAME, injectTo: "head" }],
};

const ENTRY = /(<script type="module"[^>]*><\/script>)((?:\s*<link rel="modulepreload"[^>]*>)+)/;
const PRELOAD = /<link rel="modulepreload" crossorigin href=("[^"]*")>/g;

/**
 * Each file that the site begins with as a script of its own, in the order of their imports: what is only preloaded is
 * evaluated within the task of the script that imports it.
 */
const scriptPerFile: Plugin = {
  name: "script-per-file",
  transformIndexHtml: {
    order: "post",
    handler: (page) =>
      page.replace(ENTRY, (_, entry: string, preloads: string) => {
        const imported = preloads.trim().replaceAll(PRELOAD, '<script type="module" crossorigin src=$1></script>');
        return `${imported}\n    ${entry}`;
      }),
  },
};

/**
 * Functions of what a page begins with are compiled as the file arrives, beside the main thread, and not in the tasks that
 * first call them. Browsers other than Chromium pass over the comment, which has to come first.
 */
const compileAhead: Plugin = {
  name: "compile-ahead",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !FIRST_SCRIPTS.includes(file.name)) continue;
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), initialTitle, preloadFont, scriptPerFile, preparedTheme, withoutSchemas, compileAhead],
  build: {
    outDir: "../.build/site",
    emptyOutDir: true,
    target: "baseline-widely-available",
    // The content security policy allows no data: scripts or fonts, and every asset has an immutable name of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: scriptGroups } },
      treeshake: {
        // CommonJS that Emotion imports for what nobody here uses.
        moduleSideEffects: [{ test: /\/node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
    },
  },
});
