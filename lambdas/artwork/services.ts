import { openMarking } from "../media/open-marking.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";

export const openers = { table: openTable, marking: openMarking };

export type ArtworkServices = ServicesOf<typeof openers> & BaseServices;
