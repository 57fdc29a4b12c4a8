import * as search from "#shared/contract/search.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { listCategoriesHandler } from "./list-categories.ts";
import { searchHandler } from "./search.ts";
import { searchByLookHandler } from "./search-by-look.ts";
import { serviceFactories } from "./services.ts";
import { suggestHandler } from "./suggest.ts";
import { suggestTagsHandler } from "./suggest-tags.ts";

export const handlers = {
  listCategories: listCategoriesHandler,
  search: searchHandler,
  searchByLook: searchByLookHandler,
  suggestTags: suggestTagsHandler,
  suggest: suggestHandler,
};

export const handler = serve(search, handlers, () => openServices("search", serviceFactories, process.env));
