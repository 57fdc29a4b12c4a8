import type { Notification } from "#shared/model/community.ts";
import { type Changes, changes as siteChanges } from "#web/api/changes.ts";
import { createToggles } from "#web/api/toggles.ts";
import { backoff } from "#web/session/backoff.ts";
import {
  COUNT_PATH,
  LIST_PATH,
  markEffect,
  type NotificationsEvent,
  type NotificationsState,
  nextNotifications,
  SIGNED_OUT,
  shouldPlaySound,
} from "./notifications-state.ts";

interface Page {
  readonly items: readonly Notification[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly count: number;
}

interface NotificationsDependencies {
  /** Each rejects on failure, after showing a toast if the user should know. */
  readonly calls: {
    /** The next older page. */
    previous(userId: string, cursor: string | null): Promise<Page>;
    /** The page that directly follows the cursor towards newer ones. */
    latest(userId: string, cursor: string | null): Promise<Page>;
    mark(userId: string, notificationId: string, read: boolean): Promise<unknown>;
    /** Resolves to the remaining number of unread notifications. */
    markAll(userId: string): Promise<{ readonly count: number }>;
  };
  readonly playSound: () => void;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  readonly changes?: Changes;
}

/** Consecutive failures after which a refresh no longer retries by itself. */
const MAX_FAILURES = 8;

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The notifications of one browser tab, merged from API responses and socket messages. */
export function createNotifications({
  calls,
  playSound,
  wait = sleep,
  changes = siteChanges,
}: NotificationsDependencies) {
  const listeners = new Set<() => void>();
  const toggles = createToggles(changes);
  /** The state as the server reported it. */
  let serverState = SIGNED_OUT;
  /** The server's unread count, stamped with the start of its request. */
  let unread = { count: 0 };
  /** The server's state with this tab's pending marks applied. */
  let state = SIGNED_OUT;
  let userId: string | null = null;
  /** The running refresh; `again` queues another one. */
  let refreshing: { again: boolean } | undefined;
  /** Refreshes that failed consecutively. */
  let failures = 0;
  /** True if the socket connected before the first page was loaded. */
  let isBehind = false;

  /** True if a count overlapped a mark in time, so that it may or may not contain it. */
  let isCountUncertain = false;

  function show() {
    const before = state;
    const items = changes.over(serverState.items, LIST_PATH);
    const { count } = changes.over(unread, COUNT_PATH);
    state = serverState.items === items && serverState.count === count ? serverState : { ...serverState, items, count };
    if (shouldPlaySound(before, state)) playSound();
    if (state !== before) for (const listener of listeners) listener();
  }

  changes.subscribe(() => {
    if (
      changes.over(serverState.items, LIST_PATH) !== state.items ||
      changes.over(unread, COUNT_PATH).count !== state.count
    )
      show();
  });

  /** `started`: start of the read that an event's count comes from. */
  function apply(event: NotificationsEvent, started?: number) {
    const before = serverState;
    serverState = nextNotifications(before, event);
    if (serverState === before) return;
    if (started !== undefined) {
      unread = changes.stamp({ count: serverState.count }, started);
      isCountUncertain ||= serverState.marking > 0 || started < changes.now();
    }
    show();
    recount();
  }

  /** Only a read started without pending marks returns an exact count. */
  function recount() {
    if (!isCountUncertain || serverState.marking > 0 || serverState.status !== "initialised") return;
    isCountUncertain = false;
    void refresh();
  }

  function follow(user: string | null, event: NotificationsEvent) {
    userId = user;
    refreshing = undefined;
    isBehind = isCountUncertain = false;
    failures = 0;
    apply(event, changes.now());
  }

  /** Fetches until nothing newer is left. After giving up, the next refresh continues at the same place. */
  async function refresh() {
    if (refreshing) {
      refreshing.again = true;
      return;
    }
    const mine = { again: false };
    refreshing = mine;
    while (userId && refreshing === mine) {
      try {
        mine.again = false;
        const started = changes.now();
        const page = await calls.latest(userId, serverState.fetched);
        if (refreshing !== mine) return;
        failures = 0;
        apply({ type: "resumed" });
        apply({ type: "refreshed", page }, started);
        if (!page.hasMore && !mine.again) break;
      } catch {
        if (refreshing !== mine) return;
        failures += 1;
        if (failures >= MAX_FAILURES) {
          apply({ type: "stalled" });
          break;
        }
        await wait(backoff(failures - 1));
      }
    }
    if (refreshing === mine) refreshing = undefined;
  }

  /** Loads the first page or the next one; does nothing while one is loading. */
  async function load() {
    const user = userId;
    const { status, isLoadingMore, hasMore, cursor } = serverState;
    if (!user || status === "loading" || isLoadingMore || (status === "initialised" && !hasMore)) return;
    apply({ type: "asked" });
    const started = changes.now();
    try {
      const page = await calls.previous(user, cursor);
      if (user === userId) apply({ type: "loaded", page }, started);
    } catch {
      if (user === userId) apply({ type: "failed" });
    }
    if (isBehind && serverState.status === "initialised") {
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
    /** Clears the list, keeps the count. */
    leave: () => follow(null, { type: "left" }),
    /** Loads the first page once, when the menu opens. */
    open: () => (state.status === "uninitialised" ? load() : Promise.resolve()),
    loadMore: load,
    /** The socket delivers every notification from now on. */
    authenticated(count: number) {
      if (failures === 0) apply({ type: "resumed" });
      apply({ type: "counted", count }, changes.now());
      if (serverState.status === "initialised") void refresh();
      else isBehind = serverState.status === "loading";
    },
    arrived: (notification: Notification, count: number) =>
      apply({ type: "arrived", notification, count }, changes.now()),
    /** The socket has given up. */
    stall: () => apply({ type: "stalled" }),
    /** The user retries after updates have stopped. */
    retry() {
      failures = 0;
      apply({ type: "resumed" });
      if (serverState.status === "initialised") void refresh();
    },
    /** Called after the user has read a thread's messages. */
    readThread: (threadId: string, count: number) => apply({ type: "readThread", threadId, count }, changes.now()),
    /** Marks all shown and older notifications as read. */
    async markAll() {
      const user = userId;
      if (!user) return;
      const upTo = state.items[0]?.id ?? null;
      apply({ type: "marking" });
      try {
        const { count } = await calls.markAll(user);
        if (user === userId) apply({ type: "readAll", upTo, count }, changes.now());
      } catch {
        // The API client shows the failure in a toast.
      }
      if (user === userId) apply({ type: "marked" });
    },
    async mark(id: string, read: boolean) {
      const item = state.items.find((one) => one.id === id);
      const user = userId;
      // A sale's card may be followed before the list is loaded.
      if (!user || (item ? item.read === read : state.status === "initialised")) return;
      apply({ type: "marking" });
      await toggles.set(`${user} ${id}`, read, markEffect(id, read), () => calls.mark(user, id, read));
      if (user === userId) apply({ type: "marked" });
    },
  };
}
