import { indexSearch } from "#lambdas/events/streams/index-search.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { followStream } from "./follow-stream.ts";
import type { Api } from "./start-api.ts";

/** Updates the index from the table at each call. */
export const follow = (api: Api) =>
  followStream(MarketplaceTable.getName(), [(event) => indexSearch(event, api.services)]);
