import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import type { Cloud } from "#local/cloud.ts";
import { buildStack } from "./build.ts";
import { type Options, PROJECT } from "./options.ts";

/** Folders whose change means new functions or another stack; the site's own are Vite's. */
const WATCHED = ["lambdas", "shared", "lib", "bin"];
/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/** Rebuilds functions and stack after a change and puts them in place of the old ones, one rebuild at a time. */
export function watchFunctions(cloud: Cloud, { stage }: Options, say: (line: string) => void) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  async function rebuild() {
    const began = performance.now();
    try {
      await cloud.reload(await buildStack(stage, () => {}, stopping.signal, ["functions"]));
      say(`Functions are new (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      if (!stopping.signal.aborted) say(error instanceof Error ? error.message : String(error));
    }
  }
  const watchers = WATCHED.map((folder) => join(PROJECT, folder))
    .filter((folder) => existsSync(folder))
    .map((folder) =>
      watch(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          working = working.then(rebuild);
        }, SETTLE_MS);
      }),
    );
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await working;
  };
}
