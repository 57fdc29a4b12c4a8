import type { SearchNames } from "#lambdas/platform/runtime/environment.ts";
import type { Stage } from "./stage.ts";

/** Names of the engines that a stage keeps up to date; with both, the file's copy is the one to read. */
export function getSearchNames(stage: Stage): SearchNames {
  const table = stage.findOutput("SearchTableName");
  const endpoint = stage.findOutput("SearchEndpoint");
  const file = table ? { SEARCH_TABLE_NAME: table, SEARCH_BUCKET: stage.output("SearchBucketName") } : undefined;
  if (file) return { ...file, ...(endpoint ? { SEARCH_ENDPOINT: endpoint } : {}) };
  return { SEARCH_ENGINE: "opensearch", SEARCH_ENDPOINT: endpoint ?? stage.output("SearchEndpoint") };
}
