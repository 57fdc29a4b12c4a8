import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/limits.ts";
import type { Notification, NotificationType } from "#shared/model/community.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { epochSeconds, idAfter } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { backOff } from "../../platform/table/retries.ts";
import { attempt } from "../../platform/table/transact.ts";
import { findUser } from "../users/find-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { NotificationEntity, ProcessedEventEntity } from "./notification.entity.ts";

export interface NotificationDraft {
  /** The recipient. */
  readonly userId: string;
  /** Identifies the event, so that a repeat of it is recognised. */
  readonly event: string;
  readonly type: NotificationType;
  /** Id of the comment, review, order or new artwork that it is about. */
  readonly ref: string;
  readonly artworkId: string;
  readonly title: string;
  readonly actorId: string;
  readonly refund?: Notification["refund"];
  readonly dispute?: Notification["dispute"];
  /** A reply to the recipient's comment. */
  readonly isReply?: true;
}

const ATTEMPTS = 12;
const PROCESSED_BEFORE = 0;

/**
 * Notifies a user of an event, once: the notification and the count of unread ones change together. Its id is greater
 * than those of all before it, even where clocks differ. Nobody is notified of their own actions, nor is a closed account.
 */
export async function deliverNotification(
  { userId, event, ...draft }: NotificationDraft,
  { table, now, newId }: Pick<BaseServices, "now" | "newId"> & { readonly table: OpenTable },
) {
  if (draft.actorId === userId) return;
  for (let tried = 1; tried <= ATTEMPTS; tried++) {
    const user = await findUser(table, userId);
    if (!user || user.deactivatedAt) return;
    const notificationId = idAfter(user.lastNotice, newId());
    const expires = epochSeconds(now()) + LIFETIMES.processedEvent;
    const failed = await attempt(table, [
      ProcessedEventEntity.build(PutTransaction)
        .item({ userId, event, expires })
        .options({ condition: { attr: "expires", exists: false } }),
      UserEntity.build(UpdateTransaction)
        .item({ userId, unread: $add(1), lastNotice: notificationId })
        .options({
          condition: {
            or: [
              { attr: "lastNotice", exists: false },
              { attr: "lastNotice", lt: notificationId },
            ],
          },
        }),
      NotificationEntity.build(PutTransaction).item({ userId, notificationId, ...draft }),
    ]);
    if (failed.length === 0 || failed.includes(PROCESSED_BEFORE)) return;
    await backOff(tried);
  }
  throw new Error("Concurrent notifications of the same user kept winning");
}
