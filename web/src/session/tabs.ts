import { openChannel } from "#web/open-channel.ts";
import { remembered } from "#web/remembered.ts";

const CHANNEL = "session";

export type TabEvent = "signed-in" | "signed-out";

/** Channel between the tabs of one browser. It never carries a token, only that a session exists or has ended. */
export interface Tabs {
  /** Publishes to the other tabs. */
  publish(event: TabEvent): void;
  subscribe(listener: (event: TabEvent) => void): void;
  /** True if someone was signed in on the last visit; reads then wait for the first refresh. */
  wasSignedIn(): boolean;
  rememberSignedIn(isSignedIn: boolean): void;
}

const isTabEvent = (data: unknown): data is TabEvent => data === "signed-in" || data === "signed-out";

/** Tabs of a real browser. The channel opens with the first subscriber, because a server imports this too. */
export function browserTabs(): Tabs {
  let channel: BroadcastChannel | undefined;
  return {
    publish: (event) => channel?.postMessage(event),
    subscribe: (listener) => {
      channel ??= openChannel(CHANNEL);
      channel?.addEventListener("message", ({ data }) => {
        if (isTabEvent(data)) listener(data);
      });
    },
    wasSignedIn: () => remembered.has("returning"),
    rememberSignedIn: (isSignedIn) => (isSignedIn ? remembered.set("returning", "1") : remembered.forget("returning")),
  };
}
