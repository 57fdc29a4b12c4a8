import * as sales from "#shared/contract/sales.ts";
import { openServices, serve } from "../../../runtime/serve.ts";
import { readSelectionHandler } from "./read-selection.ts";
import { readStatisticsHandler } from "./read-statistics.ts";
import { serviceFactories } from "./services.ts";

export const handlers = { readStatistics: readStatisticsHandler, readSelection: readSelectionHandler };

export const handler = serve(sales, handlers, () => openServices("sales", serviceFactories, process.env));
