import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { withoutSchemas } from "./without-schemas.ts";

/** The letters that every page is written in are asked for with the page instead of by its styles. */
const preloadFont: Plugin = {
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler(_page, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => /-latin-wght-[^/]*\.woff2$/.test(file));
      const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${font}`, crossorigin: true };
      return font ? [{ tag: "link", attrs, injectTo: "head" }] : [];
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont, withoutSchemas],
  build: {
    outDir: "../.build/site",
    emptyOutDir: true,
    target: "baseline-widely-available",
    // The content security policy allows no data: scripts or fonts, and every asset has an immutable name of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What every page begins with comes in one file: many small ones ask more often and compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
});
