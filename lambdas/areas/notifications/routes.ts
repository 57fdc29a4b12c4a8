import * as notifications from "#shared/contract/notifications.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import {
  latestNotificationsHandler,
  previousNotificationsHandler,
  readAllNotificationsHandler,
  readNotificationHandler,
  unreadNotificationHandler,
} from "./notifications.ts";
import { serviceFactories } from "./services.ts";

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
