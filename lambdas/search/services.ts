import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openIndex } from "./search-table.ts";

export const openers = { index: openIndex };

export type SearchServices = ServicesOf<typeof openers> & BaseServices;
