import { PAGE } from "#shared/limits.ts";
import type { Notification } from "#shared/model/community.ts";
import type { Effect } from "#web/api/changes.ts";

/** The notifications of the signed-in user. */
export interface NotificationsState {
  readonly status: "uninitialised" | "loading" | "initialised";
  /** Newest first, by id. */
  readonly items: readonly Notification[];
  /** Total number of unread notifications. */
  readonly count: number;
  /** True once the count is known, so that an increase means a new notification. */
  readonly enabled: boolean;
  readonly hasMore: boolean;
  /** Id of the oldest fetched one, after which the next page starts. */
  readonly cursor: string | null;
  /**
   * Id of the newest fetched one, from which a refresh continues. Live ones don't advance it, because earlier ones may have
   * been lost with a connection.
   */
  readonly fetched: string | null;
  readonly limit: number;
  readonly isLoadingMore: boolean;
  /** The last page requested failed to load. */
  readonly failed: boolean;
  /** Number of pending marks. */
  readonly marking: number;
  /** True if live updates have given up until the user retries. */
  readonly stalled: boolean;
}

interface Page {
  readonly items: readonly Notification[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly count: number;
}

export type NotificationsEvent =
  | { readonly type: "signedIn"; readonly count: number }
  | { readonly type: "left" }
  | { readonly type: "asked" }
  | { readonly type: "loaded"; readonly page: Page }
  | { readonly type: "failed" }
  | { readonly type: "refreshed"; readonly page: Page }
  | { readonly type: "arrived"; readonly notification: Notification; readonly count: number }
  | { readonly type: "counted"; readonly count: number }
  /** Marks everything up to this id as read. */
  | { readonly type: "readAll"; readonly upTo: string | null; readonly count: number }
  /** Marks a thread's messages as read. */
  | { readonly type: "readThread"; readonly threadId: string; readonly count: number }
  | { readonly type: "marking" | "marked" }
  | { readonly type: "stalled" | "resumed" };

const EMPTY_LIST = {
  status: "uninitialised",
  items: [],
  hasMore: false,
  cursor: null,
  fetched: null,
  limit: PAGE.notifications,
  isLoadingMore: false,
  failed: false,
  marking: 0,
  stalled: false,
} as const;

export const SIGNED_OUT: NotificationsState = { ...EMPTY_LIST, count: 0, enabled: false };

/** Inserts an item by id; an existing one stays unchanged. */
function insert(items: readonly Notification[], item: Notification): readonly Notification[] {
  const at = items.findIndex(({ id }) => id <= item.id);
  if (at < 0) return [...items, item];
  return items[at]?.id === item.id ? items : items.toSpliced(at, 0, item);
}

const insertAll = (items: readonly Notification[], more: readonly Notification[]) => more.reduce(insert, items);

/** The state after an event; late events change nothing. */
export function nextNotifications(state: NotificationsState, event: NotificationsEvent): NotificationsState {
  switch (event.type) {
    case "signedIn":
      return { ...EMPTY_LIST, count: event.count, enabled: true };
    case "left":
      return { ...EMPTY_LIST, count: state.count, enabled: false };
    case "asked":
      if (state.status === "uninitialised") return { ...state, status: "loading", failed: false };
      return state.hasMore ? { ...state, isLoadingMore: true, failed: false } : state;
    case "loaded":
      return loaded(state, event.page);
    case "failed":
      if (state.status === "loading") return { ...state, ...EMPTY_LIST, stalled: state.stalled, failed: true };
      return { ...state, isLoadingMore: false, failed: state.isLoadingMore };
    case "refreshed":
      if (state.status !== "initialised") return state;
      return {
        ...state,
        items: insertAll(state.items, event.page.items),
        fetched: event.page.items[0]?.id ?? state.fetched,
        count: event.page.count,
      };
    case "arrived":
      if (state.status === "uninitialised") return { ...state, count: event.count };
      return { ...state, items: insert(state.items, event.notification), count: event.count };
    case "counted":
      return { ...state, count: event.count };
    case "readAll": {
      const { upTo, count } = event;
      const items = state.items.map((item) => (upTo !== null && item.id <= upTo ? { ...item, read: true } : item));
      return { ...state, items, count };
    }
    case "readThread": {
      const isInThread = ({ type, ref }: Notification) => type === "message" && ref === event.threadId;
      return {
        ...state,
        items: state.items.map((item) => (isInThread(item) ? { ...item, read: true } : item)),
        count: event.count,
      };
    }
    case "marking":
      return { ...state, marking: state.marking + 1 };
    case "marked":
      return { ...state, marking: Math.max(0, state.marking - 1) };
    default:
      return state.stalled === (event.type === "stalled") ? state : { ...state, stalled: !state.stalled };
  }
}

function loaded(state: NotificationsState, { items, cursor, hasMore, count }: Page): NotificationsState {
  const isFirst = state.status === "loading";
  if (!isFirst && !state.isLoadingMore) return state;
  return {
    ...state,
    status: "initialised",
    isLoadingMore: false,
    items: insertAll(state.items, items),
    cursor: cursor ?? state.cursor,
    fetched: isFirst ? (items[0]?.id ?? null) : state.fetched,
    hasMore,
    count,
  };
}

/** A sound is played when the count rises without an action in this tab. */
export const shouldPlaySound = (before: NotificationsState, after: NotificationsState) =>
  after.count > before.count &&
  before.enabled &&
  after.enabled &&
  before.marking === 0 &&
  after.marking === 0 &&
  before.status !== "loading" &&
  !before.isLoadingMore;

/** Paths that marks apply to: the fetched list, and the number of unread notifications. */
export const LIST_PATH = "notifications";
export const COUNT_PATH = "unread notifications";

interface Count {
  readonly count: number;
}

/** Marks one notification read or unread, in the list and in the count. */
export const markEffect =
  (id: string, read: boolean): Effect =>
  (data, path) => {
    if (path === COUNT_PATH) return { count: Math.max(0, (data as Count).count + (read ? -1 : 1)) };
    if (path !== LIST_PATH) return data;
    const items = data as readonly Notification[];
    return items.some((item) => item.id === id && item.read !== read)
      ? items.map((item) => (item.id === id ? { ...item, read } : item))
      : data;
  };
