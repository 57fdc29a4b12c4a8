import { indexSearch } from "#lambdas/streams/index-search.ts";
import { MarketplaceTable } from "#lambdas/table/marketplace-table.ts";
import { followStream } from "./follow-stream.ts";
import type { Api } from "./start-api.ts";

/** Brings the index up to date with the table, each time it is called. */
export const follow = (api: Api) =>
  followStream(MarketplaceTable.getName(), [(event) => indexSearch(event, api.services)]);
