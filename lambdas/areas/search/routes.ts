import * as search from "#shared/contract/search.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { searchByLookHandler, searchHandler } from "./search.ts";
import { serviceFactories } from "./services.ts";
import { suggestHandler, suggestTagsHandler } from "./suggestions.ts";

export const handlers = {
  search: searchHandler,
  searchByLook: searchByLookHandler,
  suggestTags: suggestTagsHandler,
  suggest: suggestHandler,
};

export const handler = serve(search, handlers, () => openServices("search", serviceFactories, process.env));
