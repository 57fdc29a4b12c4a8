import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { APP_NAME } from "../shared/brand.ts";

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), initialTitle, preloadFont],
  build: {
    outDir: "../.build/site",
    emptyOutDir: true,
    target: "baseline-widely-available",
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
