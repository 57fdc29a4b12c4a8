import * as z from "zod/mini";
import { PAGE } from "../limits.ts";
import { Notification } from "../model/community.ts";
import { NotificationId, UserId } from "../model/ids.ts";
import { pageQuery, pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

const selfParams = z.object({ userId: UserId });
const notificationParams = z.object({ userId: UserId, notificationId: NotificationId });

/** `count` is the number of unread notifications. */
const notifications = z.extend(pageSchema(Notification), { count: z.number() });

/** The newest ones, or those before the cursor, newest first. */
export const previousNotifications = route({
  method: "GET",
  path: "/api/users/{userId}/notifications/previous",
  access: "self",
  params: selfParams,
  query: pageQuery(PAGE.notifications),
  status: 200,
  returns: notifications,
});

/**
 * Notifications newer than the cursor, which is the client's first item; without a cursor, the oldest ones. A page holds
 * those closest to the cursor, newest first, so that prepending it leaves no gap. Its `cursor` is its first item's id, for
 * the next request while `hasMore`.
 */
export const latestNotifications = route({
  method: "GET",
  path: "/api/users/{userId}/notifications/latest",
  access: "self",
  params: selfParams,
  query: pageQuery(PAGE.notifications),
  status: 200,
  returns: notifications,
});

/** Marks the newest ones as read, some hundreds per call; `count` is the number still unread. Safe to repeat. */
export const readAllNotifications = route({
  method: "POST",
  path: "/api/users/{userId}/notifications",
  access: "self",
  whileSuspended: "allowed",
  audit: "notification.mark",
  throttled: "notification",
  params: selfParams,
  status: 200,
  returns: z.object({ count: z.number() }),
});

/** Safe to repeat. */
export const readNotification = route({
  method: "POST",
  path: "/api/users/{userId}/notifications/{notificationId}",
  access: "self",
  whileSuspended: "allowed",
  audit: "notification.mark",
  throttled: "notification",
  params: notificationParams,
  status: 204,
  fails: ["notification_not_found"],
});

/** Safe to repeat. */
export const unreadNotification = route({
  method: "DELETE",
  path: "/api/users/{userId}/notifications/{notificationId}",
  access: "self",
  whileSuspended: "allowed",
  audit: "notification.mark",
  throttled: "notification",
  params: notificationParams,
  status: 204,
  fails: ["notification_not_found"],
});
