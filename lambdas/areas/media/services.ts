import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openPresignedUploads } from "./open-presigned-uploads.ts";

export const serviceFactories = { table: openTable, presignedUploads: openPresignedUploads };

export type MediaServices = OpenedServices<typeof serviceFactories> & BaseServices;
