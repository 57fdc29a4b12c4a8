import * as stripe from "#shared/contract/stripe.ts";
import { openServices, serve } from "../../../../platform/runtime/serve.ts";
import { serviceFactories } from "./services.ts";
import { receiveEventHandler } from "./webhook.ts";

export const handlers = { receiveEvent: receiveEventHandler };

export const handler = serve(stripe, handlers, () => openServices("stripe", serviceFactories, process.env));
