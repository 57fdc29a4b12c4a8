import { readAllNotifications } from "#shared/contract/notifications.ts";
import { PAGE } from "#shared/limits.ts";
import { handle } from "../runtime/handle.ts";
import { countUnread, queryNotifications } from "./find-notifications.ts";
import { markNotification } from "./mark-notification.ts";
import type { NotificationsServices } from "./services.ts";

/** Keeps one call within the function's time; whoever has more unread asks again. */
const MAX_PAGES = 6;

/** Newest first, one after the other, because each moves the same count. */
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
