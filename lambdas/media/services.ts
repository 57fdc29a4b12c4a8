import type { BaseServices } from "../runtime/base-services.ts";
import type { ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { openTickets } from "./open-tickets.ts";

export const openers = { table: openTable, tickets: openTickets };

export type MediaServices = ServicesOf<typeof openers> & BaseServices;
