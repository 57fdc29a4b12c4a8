const CHANNEL = "session";
const STORAGE_KEY = "session";

export type TabEvent = "signed-in" | "signed-out";

/** What the tabs of one browser share. Never a token: only that there is a session, or that it ended. */
export interface Tabs {
  /** Reaches the other tabs. */
  publish(event: TabEvent): void;
  subscribe(listener: (event: TabEvent) => void): void;
  /** Whether someone was signed in when this browser was last here; reads then wait for the first refresh. */
  wasSignedIn(): boolean;
  rememberSignedIn(isSignedIn: boolean): void;
}

const isTabEvent = (data: unknown): data is TabEvent => data === "signed-in" || data === "signed-out";

/** The browser's settings may forbid storage; then only the early wait for the first refresh is lost. */
function orFallback<T>(attempt: () => T, fallback: T): T {
  try {
    return attempt();
  } catch {
    return fallback;
  }
}

/** Tabs of a real browser. The channel opens with the first subscriber, because a server that imports this has none. */
export function browserTabs(): Tabs {
  let channel: BroadcastChannel | undefined;
  return {
    publish: (event) => channel?.postMessage(event),
    subscribe: (listener) => {
      if (typeof BroadcastChannel === "undefined") return;
      channel ??= new BroadcastChannel(CHANNEL);
      channel.addEventListener("message", ({ data }) => {
        if (isTabEvent(data)) listener(data);
      });
    },
    wasSignedIn: () => orFallback(() => localStorage.getItem(STORAGE_KEY) === "1", true),
    rememberSignedIn: (isSignedIn) =>
      orFallback(
        () => (isSignedIn ? localStorage.setItem(STORAGE_KEY, "1") : localStorage.removeItem(STORAGE_KEY)),
        undefined,
      ),
  };
}
