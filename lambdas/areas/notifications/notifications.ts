import {
  latestNotifications,
  previousNotifications,
  readAllNotifications,
  readNotification,
  unreadNotification,
} from "#shared/contract/notifications.ts";
import { PAGE } from "#shared/limits.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { countUnread, queryNotifications, showNotifications } from "./find-notifications.ts";
import { markNotification } from "./mark-notification.ts";
import type { NotificationsServices } from "./services.ts";

export const latestNotificationsHandler = handle(
  latestNotifications,
  async ({ params: { userId }, query }, { table }: NotificationsServices) => {
    const [found, count] = await Promise.all([
      queryNotifications(table, userId, { ...query, reverse: false }),
      countUnread(table, userId),
    ]);
    const items = await showNotifications(table, userId, found.reverse());
    return { items, cursor: items[0]?.id ?? null, hasMore: items.length === query.limit, count };
  },
);

export const previousNotificationsHandler = handle(
  previousNotifications,
  async ({ params: { userId }, query }, { table }: NotificationsServices) => {
    const [found, count] = await Promise.all([
      queryNotifications(table, userId, { ...query, reverse: true }),
      countUnread(table, userId),
    ]);
    const shown = await showNotifications(table, userId, found);
    return {
      ...toPage(
        shown,
        query.limit,
        ({ id }) => id,
        (notification) => notification,
      ),
      count,
    };
  },
);

export const readNotificationHandler = handle(readNotification, async ({ params }, services: NotificationsServices) =>
  markNotification(params, true, services),
);

export const unreadNotificationHandler = handle(
  unreadNotification,
  async ({ params }, services: NotificationsServices) => markNotification(params, false, services),
);

/** Keeps one call within the function's timeout; the client repeats it for more. */
const MAX_PAGES = 6;

/** Newest first and sequentially, because each one updates the same count. */
export const readAllNotificationsHandler = handle(
  readAllNotifications,
  async ({ params: { userId } }, services: NotificationsServices) => {
    const { table } = services;
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && (await countUnread(table, userId)) > 0; page += 1) {
      const items = await queryNotifications(table, userId, { cursor, limit: PAGE.max, reverse: true });
      for (const { notificationId, read } of items) {
        if (!read) await markNotification({ userId, notificationId }, true, services);
      }
      cursor = items.at(-1)?.notificationId;
      if (items.length < PAGE.max) break;
    }
    return { count: await countUnread(table, userId) };
  },
);
