import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { openPresignedUploads } from "./open-presigned-uploads.ts";

export const serviceFactories = { table: openTable, presignedUploads: openPresignedUploads };

export type MediaServices = ServicesOf<typeof serviceFactories> & BaseServices;
