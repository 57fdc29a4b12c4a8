import { runProgram } from "./laptop/main.ts";
import { startViteServer } from "./laptop/vite-server.ts";
import { watchFunctions } from "./laptop/watch-functions.ts";

/** `npm run dev`: like `npm start`, with hot reload of the site and functions rebuilt on change. */
await runProgram(async (signal) => {
  const vite = await startViteServer();
  signal.addEventListener("abort", () => void vite.stop(), { once: true });
  return {
    beforeSite: async ({ pathPattern, isPage }, request) =>
      pathPattern === "*" || isPage ? vite.handle(request) : undefined,
    watch: async (cloud, options, report) => watchFunctions(cloud, options, report),
  };
});
