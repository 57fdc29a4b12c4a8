import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { openPresigning } from "./open-presigning.ts";

export const openers = { table: openTable, presigning: openPresigning };

export type MediaServices = ServicesOf<typeof openers> & BaseServices;
