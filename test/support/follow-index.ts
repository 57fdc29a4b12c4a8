import { indexSearch } from "#lambdas/events/streams/index-search.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { createStreamProcessor } from "./follow-stream.ts";
import type { Api } from "./start-api.ts";

/** Returns a function that applies the table's new stream records to the search index. */
export const createIndexUpdater = (api: Api) =>
  createStreamProcessor(MarketplaceTable.getName(), [(event) => indexSearch(event, api.services)]);
