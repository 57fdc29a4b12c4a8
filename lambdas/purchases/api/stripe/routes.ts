import * as stripe from "#shared/contract/stripe.ts";
import { openServices, serve } from "../../../runtime/serve.ts";
import { receiveEventHandler } from "./receive-event.ts";
import { serviceFactories } from "./services.ts";

export const handlers = { receiveEvent: receiveEventHandler };

export const handler = serve(stripe, handlers, () => openServices("stripe", serviceFactories, process.env));
