import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openDownloads } from "../media/open-downloads.ts";

export const serviceFactories = { table: openTable, archiveDownloads: openDownloads };

type AllServices = OpenedServices<typeof serviceFactories>;

export type ArchiveServices = AllServices & BaseServices;

/** For all other handlers, some of which `pages` calls. */
export type UsersServices = Pick<AllServices, "table"> & BaseServices;
