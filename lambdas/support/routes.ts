import * as support from "#shared/contract/support.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { needs } from "./needs.ts";
import { reportContentHandler } from "./report-content.ts";
import { openers } from "./services.ts";
import { writeTicketHandler } from "./write-ticket.ts";

export const handlers = { writeTicket: writeTicketHandler, reportContent: reportContentHandler };

export const handler = serve(support, handlers, () => openServices(needs, openers, process.env));
