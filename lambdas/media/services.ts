import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { openUploads } from "./open-uploads.ts";

export const openers = { table: openTable, uploads: openUploads };

export type MediaServices = ServicesOf<typeof openers> & BaseServices;
