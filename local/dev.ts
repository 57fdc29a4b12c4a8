import { runProgram } from "./program/run.ts";
import { startSite } from "./program/site.ts";
import { watchFunctions } from "./program/watch.ts";

/** `npm run dev`: as `npm start`, with the site hot from its sources and functions rebuilt on change. */
await runProgram(async (signal) => {
  const site = await startSite();
  signal.addEventListener("abort", () => void site.stop(), { once: true });
  return {
    beforeSite: ({ pathPattern, isPage }, request) => site.answer(pathPattern === "*" || isPage, request),
    watch: async (cloud, options, say) => watchFunctions(cloud, options, say),
  };
});
