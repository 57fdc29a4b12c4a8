import { Hub } from "aws-amplify/utils";
import type { SessionNews } from "./news.ts";

/** Amplify keeps the channel "auth" for its own sign-in, which isn't ours. */
const CHANNEL = "session";

/** Tells everyone in this tab who listens. */
export const tellSession = (event: SessionNews) => Hub.dispatch(CHANNEL, { event });

/** Returns how to stop listening. */
export const hearSession = (hear: (event: SessionNews) => void): (() => void) =>
  Hub.listen<{ event: SessionNews }>(CHANNEL, ({ payload }) => hear(payload.event));
