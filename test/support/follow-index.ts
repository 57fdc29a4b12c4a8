import { indexSearch } from "#lambdas/events/streams/index-search.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { followStream } from "./follow-stream.ts";
import type { Api } from "./start-api.ts";

/** Brings the index up to date with the table, each time it is called. */
export const follow = (api: Api) =>
  followStream(MarketplaceTable.getName(), [(event) => indexSearch(event, api.services)]);
