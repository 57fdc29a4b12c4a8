const CHANNEL = "session";
const REMEMBERED = "session";

export type TabNews = "signed-in" | "signed-out";

/** What the tabs of one browser share. Never a token: only that there is a session, or that it ended. */
export interface Tabs {
  tell(news: TabNews): void;
  listen(listener: (news: TabNews) => void): void;
  /** Whether someone was signed in when this browser was last here; reads then wait for the first refresh. */
  remembered(): boolean;
  remember(signedIn: boolean): void;
}

const isNews = (data: unknown): data is TabNews => data === "signed-in" || data === "signed-out";

/** Storage may be forbidden by the browser's settings; the site then only loses the head start. */
function quietly<T>(attempt: () => T, otherwise: T): T {
  try {
    return attempt();
  } catch {
    return otherwise;
  }
}

/** Tabs of a real browser. The channel opens with the first listener, so that importing this costs a server nothing. */
export function browserTabs(): Tabs {
  let channel: BroadcastChannel | undefined;
  return {
    tell: (news) => channel?.postMessage(news),
    listen: (listener) => {
      if (typeof BroadcastChannel === "undefined") return;
      channel ??= new BroadcastChannel(CHANNEL);
      channel.addEventListener("message", ({ data }) => {
        if (isNews(data)) listener(data);
      });
    },
    remembered: () => quietly(() => localStorage.getItem(REMEMBERED) === "1", true),
    remember: (signedIn) =>
      quietly(
        () => (signedIn ? localStorage.setItem(REMEMBERED, "1") : localStorage.removeItem(REMEMBERED)),
        undefined,
      ),
  };
}
