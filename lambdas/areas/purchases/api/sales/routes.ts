import * as sales from "#shared/contract/sales.ts";
import { serve } from "../../../../platform/runtime/serve.ts";
import { readSelectionHandler, readStatisticsHandler } from "./sales.ts";
import { openSalesServices } from "./services.ts";

export const handlers = { readStatistics: readStatisticsHandler, readSelection: readSelectionHandler };

export const handler = serve(sales, handlers, () => openSalesServices(process.env));
