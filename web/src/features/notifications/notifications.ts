import type { Notification } from "#shared/model/community.ts";
import { backoff } from "#web/session/backoff.ts";
import {
  NOBODY,
  type NotificationsEvent,
  type NotificationsState,
  nextNotifications,
  rings,
} from "./notifications-state.ts";

interface Page {
  readonly items: readonly Notification[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly count: number;
}

interface NotificationsNeeds {
  /** Each rejects when it failed, having said so itself where a person should know. */
  readonly calls: {
    /** The next older page. */
    previous(userId: string, cursor: string | null): Promise<Page>;
    /** What came after the cursor, the page next to it. */
    latest(userId: string, cursor: string | null): Promise<Page>;
    mark(userId: string, notificationId: string, read: boolean): Promise<unknown>;
  };
  /** Makes the sound. */
  readonly ring: () => void;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The notifications of one browser tab: what the calls and the socket say becomes one list. */
export function createNotifications({ calls, ring, wait = sleep }: NotificationsNeeds) {
  const listeners = new Set<() => void>();
  let state = NOBODY;
  let userId: string | null = null;
  /** A refresh under way; another one that is asked for meanwhile follows it. */
  let refreshing: { again: boolean } | undefined;
  /** The socket spoke before the first page was here. */
  let isBehind = false;

  function apply(event: NotificationsEvent) {
    const before = state;
    state = nextNotifications(before, event);
    if (rings(before, state)) ring();
    if (state !== before) for (const listener of listeners) listener();
  }

  function follow(user: string | null, event: NotificationsEvent) {
    userId = user;
    refreshing = undefined;
    isBehind = false;
    apply(event);
  }

  /** Fetches until nothing newer is left, and doesn't give up: what is missed here would be missed for good. */
  async function refresh() {
    if (refreshing) {
      refreshing.again = true;
      return;
    }
    const mine = { again: false };
    refreshing = mine;
    let failures = 0;
    while (userId && refreshing === mine) {
      try {
        mine.again = false;
        const page = await calls.latest(userId, state.fetched);
        if (refreshing !== mine) return;
        failures = 0;
        apply({ type: "refreshed", page });
        if (!page.hasMore && !mine.again) break;
      } catch {
        await wait(backoff(failures));
        failures += 1;
      }
    }
    if (refreshing === mine) refreshing = undefined;
  }

  /** Asks for the first page, or the next one; does nothing while one is on its way. */
  async function load() {
    const user = userId;
    const { status, isLoadingMore, hasMore, cursor } = state;
    if (!user || status === "loading" || isLoadingMore || (status === "initialised" && !hasMore)) return;
    apply({ type: "asked" });
    try {
      const page = await calls.previous(user, cursor);
      if (user === userId) apply({ type: "loaded", page });
    } catch {
      if (user === userId) apply({ type: "failed" });
    }
    if (isBehind && state.status === "initialised") {
      isBehind = false;
      void refresh();
    }
  }

  return {
    /** For `useSyncExternalStore`. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: (): NotificationsState => state,
    signIn: (user: string, count: number) => follow(user, { type: "signedIn", count }),
    /** Forgets the list and keeps the count. */
    leave: () => follow(null, { type: "left" }),
    /** The menu opens: reads the first page, once. */
    open: () => (state.status === "uninitialised" ? load() : Promise.resolve()),
    loadMore: load,
    /** The socket tells of everything from now on. */
    authenticated(count: number) {
      apply({ type: "counted", count });
      if (state.status === "initialised") void refresh();
      else isBehind = state.status === "loading";
    },
    arrived: (notification: Notification, count: number) => apply({ type: "arrived", notification, count }),
    async mark(id: string, read: boolean) {
      const item = state.items.find((one) => one.id === id);
      const user = userId;
      if (!user || !item || item.read === read) return;
      apply({ type: "marking", id, read });
      try {
        await calls.mark(user, id, read);
        if (user === userId) apply({ type: "marked", id, read });
      } catch {
        if (user === userId) apply({ type: "unmarked", id, read });
      }
    },
  };
}
