import { Hub } from "aws-amplify/utils";
import type { SessionEvent } from "./session-state.ts";

/** Amplify reserves the channel "auth" for its own sign-in, which isn't used. */
const CHANNEL = "session";

/** Publishes to every subscriber in this tab. */
export const publishSessionEvent = (event: SessionEvent) => Hub.dispatch(CHANNEL, { event });

/** Returns the function to unsubscribe. */
export const subscribeToSession = (listener: (event: SessionEvent) => void): (() => void) =>
  Hub.listen<{ event: SessionEvent }>(CHANNEL, ({ payload }) => listener(payload.event));
