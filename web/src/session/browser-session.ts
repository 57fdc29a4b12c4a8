import { changes } from "#web/api/changes.ts";
import { fetchOrLoad, fetchTransport } from "#web/api/request.ts";
import type { Effects } from "#web/api/response.ts";
import { navigation } from "#web/ui/navigation.ts";
import { toast } from "#web/ui/toaster.tsx";
import { createSession } from "./session.ts";
import { browserTabs } from "./tabs.ts";

export const browserEffects: Effects = {
  toast,
  go: (path, message) => navigation.go(path, message),
  leave: (url) => window.location.assign(url),
};

/** Amplify is larger than the rest of this layer, so the first call that needs it loads it. */
export const browserTransport = fetchOrLoad(async () => {
  const { amplifyTransport } = await import("#web/api/amplify.ts");
  return amplifyTransport(() => session.token());
});

/** The one session of this tab. */
export const session = createSession({
  transport: fetchTransport,
  effects: browserEffects,
  tabs: browserTabs(),
  changes,
  // Signed-in users call the API, which loads Amplify anyway.
  publish(event) {
    import("./session-hub.ts").then((hub) => hub.publishSessionEvent(event)).catch(() => {});
  },
});
