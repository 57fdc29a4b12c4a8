import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenedServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openVisits } from "./open-visits.ts";

export const serviceFactories = { table: openTable, visits: openVisits };

export type AudienceServices = OpenedServices<typeof serviceFactories> & BaseServices;
