import * as search from "#shared/contract/search.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { needs } from "./needs.ts";
import { searchHandler } from "./search.ts";
import { openers } from "./services.ts";

export const handlers = { search: searchHandler };

export const handler = serve(search, handlers, () => openServices(needs, openers, process.env));
