import * as support from "#shared/contract/support.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { answerSuspensionHandler } from "./answer-suspension.ts";
import { serviceFactories } from "./services.ts";
import { reportContentHandler, reportScriptErrorHandler, reportThreadHandler, writeTicketHandler } from "./support.ts";

export const handlers = {
  writeTicket: writeTicketHandler,
  reportContent: reportContentHandler,
  reportThread: reportThreadHandler,
  answerSuspension: answerSuspensionHandler,
  reportScriptError: reportScriptErrorHandler,
};

export const handler = serve(support, handlers, () => openServices("support", serviceFactories, process.env));
