import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { transformSync } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import { APP_NAME } from "../shared/brand.ts";
import { BUILD_TARGETS, IS_SUPPORTED, OLD_BROWSER_NOTICE } from "../shared/browsers.ts";
import { MESSAGES } from "../shared/messages.ts";

/** Preloads the Latin font, so that it is requested before the pictures instead of by the styles. */
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

/** Title until the screen's own, which React inserts before it. */
const initialTitle: Plugin = {
  name: "initial-title",
  transformIndexHtml: () => [{ tag: "title", children: APP_NAME, injectTo: "head" }],
};

const PAGE_TEXTS = {
  "%IS_SUPPORTED%": IS_SUPPORTED,
  "%OLD_BROWSER_NOTICE%": OLD_BROWSER_NOTICE,
  "%START_FAILED%": MESSAGES.startFailed,
};

/** Fills in what the page says of browsers and of its scripts. */
const pageTexts: Plugin = {
  name: "page-texts",
  transformIndexHtml: {
    order: "pre",
    handler: (page) => ({
      html: Object.entries(PAGE_TEXTS).reduce((html, [name, text]) => html.replaceAll(name, text), page),
      tags: [{ tag: "style", children: `@supports ${IS_SUPPORTED}{#old-browser{display:none}}` }],
    }),
  },
};

const SMALL = { minify: true, target: BUILD_TARGETS } as const;
const INLINE_SCRIPT = /(?<=<script>)[\s\S]*?(?=<\/script>)/g;
const ENTRY_SCRIPTS = /(?:\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>))+/;

/** Holds the built page's scripts, polyfills first, in an inert element for its inline script, which it minifies. */
const heldScripts: Plugin = {
  name: "held-scripts",
  apply: "build",
  buildStart() {
    const { code } = transformSync(readFileSync(join(import.meta.dirname, "src/polyfills.ts")), {
      loader: "ts",
      ...SMALL,
    });
    // Not an entry, because chunks are made of what entries share.
    this.emitFile({ type: "asset", name: "polyfills.js", source: code });
  },
  transformIndexHtml: {
    order: "post",
    handler(page, { bundle }) {
      const polyfills = Object.keys(bundle ?? {}).find((file) => /\/polyfills-[^/]*\.js$/.test(file));
      if (!polyfills || !ENTRY_SCRIPTS.test(page)) throw new Error("The built page lacks its scripts or polyfills.");
      const first = `<script type="module" crossorigin src="/${polyfills}"></script>`;
      return page
        .replace(INLINE_SCRIPT, (script) => transformSync(script, SMALL).code.trim())
        .replace(
          ENTRY_SCRIPTS,
          (scripts) => `<template id="scripts">${first}${scripts.trim()}</template><script>startSite()</script>`,
        );
    },
  },
};

/** Lightning CSS's number for `light-dark()`, which no style uses; it would accompany each `color-scheme`. */
const LIGHT_DARK = 1 << 20;

export default defineConfig({
  root: import.meta.dirname,
  css: { lightningcss: { exclude: LIGHT_DARK } },
  plugins: [react(), pageTexts, initialTitle, preloadFont, heldScripts],
  build: {
    outDir: "../.build/site",
    emptyOutDir: true,
    target: BUILD_TARGETS,
    // The content security policy allows no data: scripts or fonts, and every asset has an immutable name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "libraries", test: /[\\/]node_modules[\\/]/, tags: ["$initial"] },
            { name: "site", tags: ["$initial"] },
          ],
        },
      },
    },
  },
});
