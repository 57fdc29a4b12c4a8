import { readNotification } from "#shared/contract/notifications.ts";
import { handle } from "../runtime/handle.ts";
import { markNotification } from "./mark-notification.ts";
import type { NotificationsServices } from "./services.ts";

export const readNotificationHandler = handle(readNotification, async ({ params }, services: NotificationsServices) =>
  markNotification(params, true, services),
);
