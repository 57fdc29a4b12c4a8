import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Need } from "#lambdas/runtime/environment.ts";
import { areas } from "#shared/contract/areas.ts";

export const PROJECT = join(import.meta.dirname, "..");

/** Functions that neither serve an area nor read the stream, each with its source. */
const EVENT_FUNCTIONS = {
  fallback: "lambdas/fallback/answer-unknown.ts",
  "process-upload": "lambdas/media/process-upload.ts",
  "invalidate-edge": "lambdas/media/invalidate-edge.ts",
  "expire-intents": "lambdas/purchases/expire-intents.ts",
  "suppress-scopes": "lambdas/identity/suppress-scopes.ts",
  pages: "lambdas/pages/serve-page.ts",
  sockets: "lambdas/sockets/serve-socket.ts",
  "close-unauthenticated": "lambdas/sockets/close-unauthenticated.ts",
} as const;

const STREAMS = "lambdas/streams";

/** Readers of the table's stream: what in their folder says what it may touch. */
export const streamConsumers = (): string[] =>
  readdirSync(join(PROJECT, STREAMS))
    .filter((file) => file.endsWith(".needs.ts"))
    .map((file) => basename(file, ".needs.ts"));

/** Source of every function by its name, relative to the project. */
export function entryPoints(): Record<string, string> {
  const ofAreas = Object.keys(areas).map((area) => [area, `lambdas/${area}/routes.ts`]);
  const ofStream = streamConsumers().map((name) => [name, `${STREAMS}/${name}.ts`]);
  return { ...Object.fromEntries(ofAreas), ...Object.fromEntries(ofStream), ...EVENT_FUNCTIONS };
}

/** Patterns of the records that a reader of the stream is called for; one that names none gets all. */
export type RecordFilters = Readonly<Record<string, readonly object[]>>;

/** What readers of the stream declare as `wanted` beside their needs. */
export async function readRecordFilters(): Promise<RecordFilters> {
  const declared = streamConsumers().map(async (name) => {
    const file = join(PROJECT, STREAMS, `${name}.needs.ts`);
    const { wanted = [] } = (await import(pathToFileURL(file).href)) as { wanted?: readonly object[] };
    return [name, wanted] as const;
  });
  return Object.fromEntries(await Promise.all(declared));
}

export type NeedsByFunction = Readonly<Record<string, readonly Need[]>>;

/** What each function declares that it may touch. Throws naming the file when a declaration is missing. */
export async function readNeeds(): Promise<NeedsByFunction> {
  const declared = Object.entries(entryPoints()).map(
    async ([name, entry]) => [name, await needsBeside(entry)] as const,
  );
  return Object.fromEntries(await Promise.all(declared));
}

/** `process-upload.needs.ts` stands before the folder's `needs.ts`. */
async function needsBeside(entry: string): Promise<readonly Need[]> {
  const own = join(PROJECT, entry.replace(/\.ts$/, ".needs.ts"));
  const folder = join(PROJECT, entry, "..", "needs.ts");
  const file = existsSync(own) ? own : folder;
  if (!existsSync(file)) throw new Error(`${entry} has no needs.ts beside it that says what it may touch.`);
  const { needs } = (await import(pathToFileURL(file).href)) as { needs: readonly Need[] };
  return needs;
}
