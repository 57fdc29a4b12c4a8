import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "../.build/site",
    emptyOutDir: true,
    target: "baseline-widely-available",
    // The content security policy allows no data: scripts or fonts, and every asset has an immutable name of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
