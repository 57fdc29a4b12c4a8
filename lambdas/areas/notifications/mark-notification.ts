import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { findNotification } from "./find-notifications.ts";
import { NotificationEntity } from "./notification.entity.ts";

/** Marks a notification and updates the count; does nothing if it is already marked so. */
export async function markNotification(
  key: { userId: string; notificationId: string },
  read: boolean,
  { table, now }: Pick<BaseServices, "now"> & { readonly table: OpenTable },
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
      failure: "done",
    },
    {
      write: UserEntity.build(UpdateTransaction)
        .item({ userId: key.userId, unread: $add(read ? -1 : 1) })
        .options({ condition: OPEN }),
      failure: "forbidden",
    },
  ]);
}
