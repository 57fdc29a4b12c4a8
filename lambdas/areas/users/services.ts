import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { ServicesOf } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openDownloads } from "../media/open-downloads.ts";

export const serviceFactories = { table: openTable, archiveDownloads: openDownloads };

type OpenedServices = ServicesOf<typeof serviceFactories>;

export type ArchiveServices = OpenedServices & BaseServices;

/** For all other handlers, some of which `pages` calls. */
export type UsersServices = Pick<OpenedServices, "table"> & BaseServices;
