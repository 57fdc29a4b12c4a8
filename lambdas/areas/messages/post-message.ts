import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $add, $get } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { FailureCode } from "#shared/failures.ts";
import { LIMITS } from "#shared/limits.ts";
import { isRefundStep, type Message, type MessageKind } from "#shared/model/message.ts";
import { takeCharacters } from "#shared/rules/visible-text.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { idAfter } from "../../platform/runtime/time.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { backOff } from "../../platform/table/retries.ts";
import type { ConditionalWrite } from "../../platform/table/transact.ts";
import { findEarlierId, transactOnce } from "../../platform/table/transact-once.ts";
import { findOrder } from "../purchases/order/find-orders.ts";
import { buildOpenAccountCheck, OPEN } from "../users/open-account.ts";
import { UserEntity } from "../users/user.entity.ts";
import { buildNeitherBlockedConditions } from "./block.entity.ts";
import { findMessage, findThread, findThreadId, getOtherSide, type ThreadItem } from "./find-threads.ts";
import { getNextRequest } from "./refund-requests.ts";
import type { MessagesServices } from "./services.ts";
import {
  buildInboxPartition,
  buildSubjectKey,
  InboxEntity,
  ThreadEntity,
  ThreadMessageEntity,
  ThreadSubjectEntity,
} from "./thread.entity.ts";
import { toMessage } from "./thread-view.ts";

type Parties = Pick<ThreadItem, "buyerId" | "artistId" | "artworkId" | "orderId" | "title">;

/** The parties of an existing thread. */
export const getParties = ({ buyerId, artistId, artworkId, orderId, title }: ThreadItem): Parties => ({
  buyerId,
  artistId,
  artworkId,
  ...(orderId ? { orderId } : {}),
  title,
});

interface Posted<F extends FailureCode> {
  /** The thread's parties, for its first message. */
  readonly parties: Parties;
  /** The thread's id, if known. */
  readonly threadId?: string;
  readonly authorId: string;
  readonly form: { readonly messageContent: string; readonly messageKind: MessageKind };
  readonly idempotencyKey: string | undefined;
  /** The call's body, if the message is composed of more than it. */
  readonly request?: object;
  /** The offer that the message shows, and the offer's own writes. */
  readonly offer?: {
    readonly offerId: string;
    readonly writes: readonly ConditionalWrite<F>[];
  };
}

type Refusal =
  | "forbidden"
  | "message_refused"
  | "message_unanswered"
  | "refund_not_possible"
  | "refund_not_asked"
  | "thread_moved";

const ATTEMPTS = 8;

/**
 * Number of unanswered messages including this one; undefined once both sides have written. All of them are by the thread's
 * first author, so anyone else's message is an answer.
 */
function countUnanswered(thread: ThreadItem | undefined, authorId: string): number | undefined {
  if (!thread) return 1;
  const { waiting, latest } = thread;
  return waiting === undefined || latest.authorId !== authorId ? undefined : waiting + 1;
}

/** A character may consist of several code points; none is split. */
const shortenPreview = (text: string) => takeCharacters(text, LIMITS.message.preview);

/** The message that an earlier call with this key and body posted in a thread. */
export async function findEarlierMessage(
  table: OpenTable,
  thread: ThreadItem,
  { userId, idempotencyKey, request }: Parameters<typeof findEarlierId>[1],
) {
  const subject = buildSubjectKey(thread);
  const messageId = await findEarlierId(table, { userId, idempotencyKey, request: { subject, form: request } });
  return messageId === undefined ? undefined : findMessage(table, { threadId: thread.threadId, messageId });
}

/**
 * Writes a message, and its thread if it is the first, in one transaction with both inboxes. The write is conditional on the
 * thread as it was read; after a conflict it is read again.
 */
export async function postMessage<F extends FailureCode = never>(
  { parties, authorId, form, idempotencyKey, request = form, threadId: givenId, offer }: Posted<F>,
  { table, now, newId }: MessagesServices,
): Promise<
  { readonly threadId: string; readonly message: Message; readonly offerId: string | undefined } | Failure<F | Refusal>
> {
  const { orderId } = parties;
  const subject = buildSubjectKey(parties);
  const recipientId = getOtherSide(parties, authorId);
  const { messageContent: content, messageKind: kind } = form;
  for (let tried = 1; ; tried++) {
    const existingId = givenId ?? (await findThreadId(table, parties));
    const threadId = existingId ?? newId();
    const [thread, order] = await Promise.all([
      existingId ? findThread(table, existingId) : undefined,
      isRefundStep(kind) && orderId ? findOrder(table, orderId) : undefined,
    ]);
    const waiting = countUnanswered(thread, authorId);
    if (!isRefundStep(kind) && waiting !== undefined && waiting > LIMITS.message.unanswered) {
      return fail("message_unanswered");
    }
    const refund = getNextRequest(kind, { order, request: thread?.refund, userId: authorId });
    if (refund instanceof Failure) return refund;

    const messageId = idAfter(thread?.lastMessageId, newId());
    const { offerId } = offer ?? {};
    const message = { threadId, messageId, authorId, recipientId, kind, content, ...(offerId ? { offerId } : {}) };
    const place = { threadId, lastMessageId: messageId };
    const once = {
      userId: authorId,
      idempotencyKey,
      request: { subject, form: request },
      resultId: messageId,
      now: now(),
    };
    const outcome = await transactOnce<F | Refusal>(table, once, [
      buildOpenAccountCheck(authorId),
      {
        write: UserEntity.build(ConditionCheck).key({ userId: recipientId }).condition(OPEN),
        failure: "message_refused",
      },
      // Blocks don't apply to refund requests and their answers.
      ...(isRefundStep(kind) ? [] : buildNeitherBlockedConditions(authorId, recipientId, "message_refused")),
      {
        write: ThreadEntity.build(PutTransaction)
          .item({
            ...parties,
            threadId,
            title: thread?.title ?? parties.title,
            lastMessageId: messageId,
            latest: { authorId, kind, content: shortenPreview(content) },
            ...(waiting === undefined ? {} : { waiting }),
            ...(refund === undefined ? {} : { refund }),
          })
          .options({ condition: ifUnchanged("lastMessageId", thread?.lastMessageId) }),
        failure: "thread_moved",
      },
      ...(existingId
        ? []
        : [
            {
              write: ThreadSubjectEntity.build(PutTransaction)
                .item({ subject, threadId })
                .options({ condition: { attr: "threadId", exists: false } }),
              failure: "thread_moved" as const,
            },
          ]),
      { write: ThreadMessageEntity.build(PutTransaction).item(message) },
      {
        write: InboxEntity.build(UpdateTransaction).item({
          userId: authorId,
          ...place,
          list: buildInboxPartition(authorId),
        }),
      },
      {
        write: InboxEntity.build(UpdateTransaction).item({
          userId: recipientId,
          ...place,
          list: buildInboxPartition(recipientId),
          unread: $add(1),
          firstUnread: $get("firstUnread", messageId),
        }),
      },
      ...(offer?.writes ?? []),
    ]);
    if (!outcome) return { threadId, message: toMessage(message, authorId), offerId };
    if (!(outcome instanceof Failure)) {
      const earlier = await findMessage(table, { threadId, messageId: outcome.earlierId });
      if (!earlier) throw new Error("The message of an earlier call is gone");
      return { threadId, message: toMessage(earlier, authorId), offerId: earlier.offerId };
    }
    if (outcome.code !== "thread_moved" || tried === ATTEMPTS) return outcome;
    await backOff(tried);
  }
}
