import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import type { Cloud } from "ochre-local";
import { buildStack } from "./build-stack.ts";
import { type Options, PROJECT } from "./options.ts";

/** Sources of the functions and the stack, without web/: the function that renders pages gets its changes at the next rebuild. */
const WATCHED = ["lambdas", "shared", "lib", "bin"];
/** Editors save a file in several writes. */
const DEBOUNCE_MS = 150;

/** Rebuilds and redeploys the functions and the stack after a change, one rebuild at a time. */
export function watchFunctions(cloud: Cloud, options: Options, report: (line: string) => void) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let rebuilding: Promise<void> = Promise.resolve();

  async function rebuild() {
    const started = performance.now();
    try {
      await cloud.reload(await buildStack(options, () => {}, stopping.signal, ["functions"]));
      report(`Functions rebuilt (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      if (!stopping.signal.aborted) report(error instanceof Error ? error.message : String(error));
    }
  }
  const watchers = WATCHED.map((folder) => join(PROJECT, folder))
    .filter((folder) => existsSync(folder))
    .map((folder) =>
      watch(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          rebuilding = rebuilding.then(rebuild);
        }, DEBOUNCE_MS);
      }),
    );
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await rebuilding;
  };
}
