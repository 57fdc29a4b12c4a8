import { changes } from "#web/api/changes.ts";
import type { Effects } from "#web/api/effects.ts";
import { lazily, plainTransport, visitorsRead } from "#web/api/transport.ts";
import { navigator } from "#web/ui/navigator.ts";
import { toast } from "#web/ui/toaster.tsx";
import { createSession } from "./session.ts";
import { browserTabs } from "./tabs.ts";

export const siteEffects: Effects = {
  toast,
  go: (path, message) => navigator.go(path, message),
  leave: (url) => window.location.assign(url),
};

/** Amplify weighs more than the rest of this layer, so what a visitor reads does without it. */
export const siteTransport = visitorsRead(
  lazily(async () => {
    const { amplifyTransport } = await import("#web/api/amplify.ts");
    return amplifyTransport(() => session.token());
  }),
);

/** The one session of this tab. */
export const session = createSession({
  transport: plainTransport,
  effects: siteEffects,
  tabs: browserTabs(),
  changes,
  // Whoever is signed in calls the API, for which Amplify comes anyway.
  announce: (news) => void import("./session-hub.ts").then(({ tellSession }) => tellSession(news)),
});
