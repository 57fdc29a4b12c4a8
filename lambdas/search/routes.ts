import * as search from "#shared/contract/search.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { searchHandler } from "./search.ts";
import { serviceFactories } from "./services.ts";

export const handlers = { search: searchHandler };

export const handler = serve(search, handlers, () => openServices("search", serviceFactories, process.env));
