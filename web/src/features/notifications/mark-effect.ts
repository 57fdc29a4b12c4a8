import type { Notification } from "#shared/model/community.ts";
import type { Effect } from "#web/api/changes.ts";

/** What marks apply to: the list as far as it is fetched, and how many are unread in all. */
export const LIST = "notifications";
export const COUNT = "unread notifications";

interface Count {
  readonly count: number;
}

/** Marks one notification read or unread, in the list and in the count. */
export const markEffect =
  (id: string, read: boolean): Effect =>
  (data, path) => {
    if (path === COUNT) return { count: Math.max(0, (data as Count).count + (read ? -1 : 1)) };
    if (path !== LIST) return data;
    const items = data as readonly Notification[];
    return items.some((item) => item.id === id && item.read !== read)
      ? items.map((item) => (item.id === id ? { ...item, read } : item))
      : data;
  };
