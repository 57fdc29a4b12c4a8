import type { Effects } from "#web/api/effects.ts";
import type { TabNews, Tabs } from "#web/session/tabs.ts";

/** Writes down what calls did to the page. */
export function recordedEffects() {
  const log = {
    success: [] as string[],
    error: [] as string[],
    went: [] as (readonly [string, string?])[],
    left: [] as string[],
  };
  const effects: Effects = {
    toast: { success: (text) => log.success.push(text), error: (text) => log.error.push(text) },
    go: (path, message) => log.went.push(message ? [path, message] : [path]),
    leave: (url) => log.left.push(url),
  };
  return { effects, log };
}

/** One browser's memory and the channel between its tabs. */
export function oneBrowser({ remembered = false } = {}) {
  const listeners = new Map<object, (news: TabNews) => void>();
  let known = remembered;
  return {
    remembered: () => known,
    openTab(): Tabs {
      const self = {};
      return {
        tell: (news) => {
          for (const [other, listener] of listeners) if (other !== self) listener(news);
        },
        listen: (listener) => listeners.set(self, listener),
        remembered: () => known,
        remember: (signedIn) => {
          known = signedIn;
        },
      };
    },
  };
}
