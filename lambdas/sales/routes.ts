import * as sales from "#shared/contract/sales.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { needs } from "./needs.ts";
import { readSelectionHandler } from "./read-selection.ts";
import { readStatisticsHandler } from "./read-statistics.ts";
import { openers } from "./services.ts";

export const handlers = { readStatistics: readStatisticsHandler, readSelection: readSelectionHandler };

export const handler = serve(sales, handlers, () => openServices(needs, openers, process.env));
