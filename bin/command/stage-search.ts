import type { SearchNames } from "#lambdas/platform/runtime/environment.ts";
import { CommandError } from "./command-error.ts";
import type { Stage } from "./stage.ts";

/** Names of the search engines that the stage indexes into, and which one answers. Throws if there is none. */
export function getSearchNames(stage: Stage): SearchNames {
  const endpoint = stage.findOutput("SearchEndpoint");
  const table = stage.findOutput("SearchTableName");
  const file = table ? { SEARCH_TABLE_NAME: table, SEARCH_BUCKET: stage.output("SearchBucketName") } : undefined;
  if (endpoint && stage.output("SearchEngine") === "opensearch")
    return { ...file, SEARCH_ENGINE: "opensearch", SEARCH_ENDPOINT: endpoint };
  if (!file) throw new CommandError(`The stack ${stage.name} has no search engine.`);
  return { ...file, ...(endpoint ? { SEARCH_ENDPOINT: endpoint } : {}) };
}

/** Says that a command's write is missing in the engine to which the stage moves. */
export const warnMissed = (error: unknown) =>
  console.warn(`The prepared search engine missed this write, so reindex before it answers: ${String(error)}`);
