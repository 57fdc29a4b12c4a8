import type { Effects } from "#web/api/response.ts";
import type { TabEvent, Tabs } from "#web/session/tabs.ts";

/** Records the effects of calls on the page. */
export function recordEffects() {
  const log = {
    success: [] as string[],
    error: [] as string[],
    navigations: [] as (readonly [string, string?])[],
    left: [] as string[],
  };
  const effects: Effects = {
    toast: { success: (text) => log.success.push(text), error: (text) => log.error.push(text) },
    go: (path, message) => log.navigations.push(message ? [path, message] : [path]),
    leave: (url) => log.left.push(url),
  };
  return { effects, log };
}

/** One browser's storage and the channel between its tabs. */
export function createBrowser({ wasSignedIn = false } = {}) {
  const listeners = new Map<object, (event: TabEvent) => void>();
  let isSignedIn = wasSignedIn;
  return {
    wasSignedIn: () => isSignedIn,
    openTab(): Tabs {
      const self = {};
      return {
        publish: (event) => {
          for (const [other, listener] of listeners) if (other !== self) listener(event);
        },
        subscribe: (listener) => listeners.set(self, listener),
        wasSignedIn: () => isSignedIn,
        rememberSignedIn: (signedIn) => {
          isSignedIn = signedIn;
        },
      };
    },
  };
}
