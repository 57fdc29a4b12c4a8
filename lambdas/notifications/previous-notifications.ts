import { previousNotifications } from "#shared/contract/notifications.ts";
import { handle } from "../runtime/handle.ts";
import { pageOf } from "../runtime/page.ts";
import { countUnread, queryNotifications, showNotifications } from "./find-notifications.ts";
import type { NotificationsServices } from "./services.ts";

export const previousNotificationsHandler = handle(
  previousNotifications,
  async ({ params: { userId }, query }, { table }: NotificationsServices) => {
    const [found, count] = await Promise.all([
      queryNotifications(table, userId, { ...query, reverse: true }),
      countUnread(table, userId),
    ]);
    const shown = await showNotifications(table, userId, found);
    return {
      ...pageOf(
        shown,
        query.limit,
        ({ id }) => id,
        (notification) => notification,
      ),
      count,
    };
  },
);
