import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openIndex } from "./search-table.ts";

export const serviceFactories = { index: openIndex };

export type SearchServices = ServicesOf<typeof serviceFactories> & BaseServices;
