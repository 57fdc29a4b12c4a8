import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { Notification } from "#shared/model/community.ts";
import { isWanted, NOTIFICATION_KINDS, type NotificationType } from "#shared/model/notifications.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { epochSeconds, idAfter } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { backOff } from "../../platform/table/retries.ts";
import { attempt, type Write } from "../../platform/table/transact.ts";
import { hasBlocked } from "../messages/find-blocks.ts";
import { findUser } from "../users/find-user.ts";
import { UserEntity } from "../users/user.entity.ts";
import { findNotificationId } from "./find-notifications.ts";
import { NotificationEntity, ProcessedEventEntity } from "./notification.entity.ts";

export interface NotificationDraft {
  /** The recipient. */
  readonly userId: string;
  /** Identifies the event, for deduplication. */
  readonly event: string;
  readonly type: NotificationType;
  /** Key of the events of a day that one notification combines. */
  readonly groupKey?: string;
  /** Id of the subject: such as a comment, an order or a follow. */
  readonly ref: string;
  readonly artworkId?: string;
  readonly title?: string;
  readonly actorId: string;
  /** Cents that the recipient earned. */
  readonly earned?: number;
  readonly refund?: Notification["refund"];
  /** True for the seller of what operators refunded. */
  readonly isSale?: true;
  readonly dispute?: Notification["dispute"];
  readonly messageKind?: Notification["messageKind"];
  /** True for a reply to the recipient's comment. */
  readonly isReply?: true;
  /** True for notifications about money, which blocks don't suppress. */
  readonly passesBlocks?: boolean;
}

const ATTEMPTS = 12;

/**
 * Notifies a user of an event once, in one transaction with the unread count. Ids increase even if clocks differ. No
 * notification for one's own actions, for kinds switched off, from blocked people (except about orders and refunds) and for
 * closed accounts. Further events of a combined day only increase the count of the notification. Does nothing if a condition
 * in `provided` fails.
 */
export async function deliverNotification(
  { userId, event, groupKey, passesBlocks = false, ...draft }: NotificationDraft,
  { table, now, newId }: Pick<BaseServices, "now" | "newId"> & { readonly table: OpenTable },
  provided: readonly Write[] = [],
) {
  if (draft.actorId === userId) return;
  const { bell } = NOTIFICATION_KINDS[draft.type];
  for (let tried = 1; tried <= ATTEMPTS; tried++) {
    const user = await findUser(table, userId);
    if (!user || user.deactivatedAt || (bell && !isWanted(user.notices, bell))) return;
    // A read rather than a condition, which would cost two write units per notified follower.
    if (draft.type !== "order" && !passesBlocks && (await hasBlocked(table, userId, draft.actorId))) return;
    const expires = epochSeconds(now()) + LIFETIMES.processedEvent;
    const combined = groupKey === undefined ? undefined : await findNotificationId(table, { userId, event: groupKey });
    const notificationId = combined ?? idAfter(user.lastNotice, newId());
    const isFirstSale = draft.earned !== undefined && user.firstSale === undefined;
    const conditions: Write[] = [
      ProcessedEventEntity.build(PutTransaction)
        .item({ userId, event, ...(groupKey === undefined ? { notificationId } : {}), expires })
        .options({ condition: { attr: "expires", exists: false } }),
      ...provided,
    ];
    if (combined) {
      // Nothing to do if it was counted before or the notification has expired.
      await attempt(table, [
        ...conditions,
        NotificationEntity.build(UpdateTransaction)
          .item({ userId, notificationId, count: $add(1) })
          .options({ condition: { attr: "count", exists: true } }),
      ]);
      return;
    }
    const failed = await attempt(table, [
      ...conditions,
      UserEntity.build(UpdateTransaction)
        .item({
          userId,
          unread: $add(1),
          lastNotice: notificationId,
          ...(isFirstSale ? { firstSale: draft.ref } : {}),
        })
        .options({
          condition: {
            and: [
              {
                or: [
                  { attr: "lastNotice", exists: false },
                  { attr: "lastNotice", lt: notificationId },
                ],
              },
              // A concurrent delivery may have been the first.
              ...(isFirstSale ? [{ attr: "firstSale" as const, exists: false }] : []),
            ],
          },
        }),
      NotificationEntity.build(PutTransaction).item({
        userId,
        notificationId,
        ...draft,
        ...(isFirstSale ? { firstSale: true } : {}),
        ...(groupKey === undefined ? {} : { actorId: userId, count: 1 }),
      }),
      ...(groupKey === undefined
        ? []
        : [
            ProcessedEventEntity.build(PutTransaction)
              .item({ userId, event: groupKey, notificationId, expires })
              .options({ condition: { attr: "expires", exists: false } }),
          ]),
    ]);
    if (failed.length === 0 || failed.some((at) => at < conditions.length)) return;
    await backOff(tried);
  }
  throw new Error("Gave up after repeated write conflicts with the user's other notifications");
}
