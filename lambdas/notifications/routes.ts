import * as notifications from "#shared/contract/notifications.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { latestNotificationsHandler } from "./latest-notifications.ts";
import { previousNotificationsHandler } from "./previous-notifications.ts";
import { readAllNotificationsHandler } from "./read-all-notifications.ts";
import { readNotificationHandler } from "./read-notification.ts";
import { serviceFactories } from "./services.ts";
import { unreadNotificationHandler } from "./unread-notification.ts";

export const handlers = {
  previousNotifications: previousNotificationsHandler,
  latestNotifications: latestNotificationsHandler,
  readAllNotifications: readAllNotificationsHandler,
  readNotification: readNotificationHandler,
  unreadNotification: unreadNotificationHandler,
};

export const handler = serve(notifications, handlers, () =>
  openServices("notifications", serviceFactories, process.env),
);
