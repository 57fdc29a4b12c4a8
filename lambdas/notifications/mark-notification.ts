import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import { transact } from "../table/transact.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { findNotification } from "./find-notifications.ts";
import { NotificationEntity } from "./notification.entity.ts";
import type { NotificationsServices } from "./services.ts";

/** Marks a notification and moves the count with it; nothing happens where it is marked so already. */
export async function markNotification(
  key: { userId: string; notificationId: string },
  read: boolean,
  { table, now }: NotificationsServices,
) {
  const notification = await findNotification(table, key);
  if (!notification) return fail("notification_not_found");
  if (notification.read === read) return undefined;
  const expires = epochSeconds(now()) + LIFETIMES.readNotification;
  return transact(table, [
    {
      write: NotificationEntity.build(UpdateTransaction)
        .item({ ...key, read, expires: read ? expires : $remove() })
        .options({ condition: { attr: "read", eq: !read } }),
      otherwise: "done",
    },
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: key.userId, unread: $add(read ? -1 : 1) })
        .options({ condition: OPEN }),
      otherwise: "forbidden",
    },
  ]);
}
