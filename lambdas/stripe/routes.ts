import * as stripe from "#shared/contract/stripe.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { needs } from "./needs.ts";
import { receiveEventHandler } from "./receive-event.ts";
import { openers } from "./services.ts";

export const handlers = { receiveEvent: receiveEventHandler };

export const handler = serve(stripe, handlers, () => openServices(needs, openers, process.env));
