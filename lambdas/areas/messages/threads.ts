import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { listThreads, markThreadRead, readThread, readUnreadThreads } from "#shared/contract/messages.ts";
import type { ThreadSide } from "#shared/model/message.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import { countUnread, findNotificationId } from "../notifications/find-notifications.ts";
import { markNotification } from "../notifications/mark-notification.ts";
import { findOrder } from "../purchases/order/find-orders.ts";
import { findOpenUser } from "../users/open-account.ts";
import { hasBlocked } from "./find-blocks.ts";
import {
  countUnreadThreads,
  findInboxEntry,
  findOwnThread,
  findThreads,
  getOtherSide,
  queryInbox,
  queryMessages,
} from "./find-threads.ts";
import { getRefundState, isRefundable } from "./refund-requests.ts";
import type { MessagesServices } from "./services.ts";
import { InboxEntity } from "./thread.entity.ts";
import { showMessageOffers, showThreads, toMessage } from "./thread-view.ts";

export const listThreadsHandler = handle(
  listThreads,
  async ({ query, actor: { userId } }, { table }: MessagesServices) => {
    const entries = await queryInbox(table, userId, query);
    const found = await findThreads(
      table,
      entries.map(({ threadId }) => threadId),
    );
    const threads = entries.flatMap(({ threadId }) => found.get(threadId) ?? []);
    const unread = new Map(entries.map((entry) => [entry.threadId, entry.unread ?? 0]));
    const items = await showThreads(table, userId, threads, (threadId) => unread.get(threadId) ?? 0);
    // Cursors of the list as it was read: a thread may have moved since.
    const page = toPage(
      entries,
      query.limit,
      ({ lastMessageId }) => lastMessageId,
      ({ threadId }) => threadId,
    );
    return { ...page, items };
  },
);

export const readUnreadThreadsHandler = handle(
  readUnreadThreads,
  async ({ actor: { userId } }, { table }: MessagesServices) => ({ count: await countUnreadThreads(table, userId) }),
);

export const readThreadHandler = handle(
  readThread,
  async ({ params: { threadId }, query, actor: { userId } }, { table, now }: MessagesServices) => {
    const thread = await findOwnThread(table, threadId, userId);
    if (!thread) return fail("thread_not_found");
    const [messages, entry, order, blocked] = await Promise.all([
      queryMessages(table, threadId, query),
      findInboxEntry(table, { userId, threadId }),
      thread.orderId ? findOrder(table, thread.orderId) : undefined,
      hasBlocked(table, userId, getOtherSide(thread, userId)),
    ]);
    const [[shown], offers] = await Promise.all([
      showThreads(table, userId, [thread], () => entry?.unread ?? 0),
      showMessageOffers({ table, now }, messages, userId),
    ]);
    if (!shown) throw new Error("A thread that was read isn't shown");
    const side: ThreadSide = userId === thread.buyerId ? "buyer" : "artist";
    return {
      ...toPage(
        messages,
        query.limit,
        ({ messageId }) => messageId,
        (message) => toMessage(message, userId, offers),
      ),
      thread: {
        ...shown,
        side,
        blocked,
        refund: getRefundState(order, thread.refund),
        refundable: side === "buyer" && isRefundable(order, thread.refund),
      },
    };
  },
);

/** Also marks the first unread message's notification as read. A message that arrived meanwhile keeps the thread unread. */
export const markThreadReadHandler = handle(
  markThreadRead,
  async ({ params: { threadId }, body: { messageId }, actor: { userId } }, services: MessagesServices) => {
    const { table } = services;
    if (!(await findOpenUser(table, userId))) return fail("forbidden");
    const key = { userId, threadId };
    const entry = await findInboxEntry(table, key);
    if (!entry) return fail("thread_not_found");
    const { firstUnread } = entry;
    const isRead =
      firstUnread !== undefined &&
      (await conditionHeld(
        table.send(
          InboxEntity.build(UpdateItemCommand)
            .item({ ...key, unread: $remove(), firstUnread: $remove() })
            .options({ condition: { attr: "lastMessageId", lte: messageId } }),
        ),
      ));
    // After the write: no notification of that message is delivered from then on.
    const notificationId = isRead ? await findNotificationId(table, { userId, event: firstUnread }) : undefined;
    if (notificationId) await markNotification({ userId, notificationId }, true, services);
    return { count: await countUnread(table, userId) };
  },
);
