import type { SearchNames } from "#lambdas/platform/runtime/environment.ts";
import type { Stage } from "./stage.ts";

/**
 * Names of the search engines that the stage indexes into; with both, commands read from the SQLite engine. Throws if there is
 * none.
 */
export function getSearchNames(stage: Stage): SearchNames {
  const table = stage.findOutput("SearchTableName");
  const endpoint = stage.findOutput("SearchEndpoint");
  const file = table ? { SEARCH_TABLE_NAME: table, SEARCH_BUCKET: stage.output("SearchBucketName") } : undefined;
  if (file) return { ...file, ...(endpoint ? { SEARCH_ENDPOINT: endpoint } : {}) };
  return { SEARCH_ENGINE: "opensearch", SEARCH_ENDPOINT: endpoint ?? stage.output("SearchEndpoint") };
}
