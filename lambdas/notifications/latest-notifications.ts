import { latestNotifications } from "#shared/contract/notifications.ts";
import { handle } from "../runtime/handle.ts";
import { countUnread, queryNotifications, showNotifications } from "./find-notifications.ts";
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
