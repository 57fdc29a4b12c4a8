import * as admin from "#shared/contract/admin.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { listLogHandler } from "./log.ts";
import { readOperatorHandler } from "./operator.ts";
import { serviceFactories } from "./services.ts";

export const handlers = { readOperator: readOperatorHandler, listLog: listLogHandler };

export const handler = serve(admin, handlers, () => openServices("admin", serviceFactories, process.env));
