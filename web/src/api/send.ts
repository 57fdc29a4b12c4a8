import { session, siteEffects, siteTransport } from "#web/session/site-session.ts";
import { createCaller, type Send } from "./caller.ts";

/** Calls any route with this browser's session. */
export const call = createCaller({ transport: siteTransport, credentials: session, effects: siteEffects });

/** The same, typed by the route. */
export const send = call as Send;
