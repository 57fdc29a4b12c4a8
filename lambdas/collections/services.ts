import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";

export const serviceFactories = { table: openTable };

export type CollectionsServices = ServicesOf<typeof serviceFactories> & BaseServices;
