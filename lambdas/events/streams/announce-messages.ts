import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { isRefundStep } from "#shared/model/message.ts";
import { isWanted } from "#shared/model/notifications.ts";
import { getMessageVerb } from "#shared/rules/notification-sentence.ts";
import { formatNameWithHandle } from "#shared/rules/person-name.ts";
import { findThread, isFirstUnread, type MessageItem } from "../../areas/messages/find-threads.ts";
import { InboxEntity, ThreadMessageEntity } from "../../areas/messages/thread.entity.ts";
import { deliverNotification } from "../../areas/notifications/deliver-notification.ts";
import { findUser } from "../../areas/users/find-user.ts";
import { isOpen } from "../../areas/users/open-account.ts";
import { createUnsubscribeLinks } from "../../areas/users/unsubscribe-links.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { mailLog } from "../../platform/mail/mail-log.ts";
import type { DeferredMails } from "../../platform/mail/open-deferred-mails.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume, parseImage } from "./consume.ts";

type Services = BaseServices & { readonly table: OpenTable; readonly deferredMails: DeferredMails };

/** The message that a record created. */
export function findNewMessage(record: DynamoDBRecord): MessageItem | undefined {
  return record.eventName === "INSERT" ? parseImage(record, "NewImage", ThreadMessageEntity) : undefined;
}

/**
 * Notifies and mails a person about a thread's first unread message; until it is read, further ones only increase the inbox's
 * count. The mail is delayed by a queue, because it isn't needed if the message is read at once.
 */
export const announceMessages = (event: DynamoDBStreamEvent, services: Services) =>
  consume(event, services, async (record) => {
    const message = findNewMessage(record);
    if (!message || !(await isFirstUnread(services.table, message.recipientId, message))) return;
    const { threadId, messageId, authorId, recipientId, kind } = message;
    const [thread, recipient, author] = await Promise.all([
      findThread(services.table, threadId),
      findUser(services.table, recipientId),
      findUser(services.table, authorId),
    ]);
    if (!thread || !recipient || !author || !isOpen(author)) return;
    const { artworkId, title } = thread;
    const subject = { type: "message", ref: threadId, artworkId, title, actorId: authorId } as const;
    await deliverNotification(
      {
        userId: recipientId,
        event: messageId,
        ...subject,
        ...(kind === "text" ? {} : { messageKind: kind }),
        ...(isRefundStep(kind) ? { passesBlocks: true } : {}),
      },
      services,
      [
        InboxEntity.build(ConditionCheck)
          .key({ userId: recipientId, threadId })
          .condition({ attr: "firstUnread", eq: messageId }),
      ],
    );
    const logFields = { kind: "newMessage", userId: recipientId };
    if (!isOpen(recipient)) return mailLog.skipped(services, logFields, "account closed");
    if (!isWanted(recipient.notices, "messageMail")) return mailLog.skipped(services, logFields, "switched off");
    const href = `${services.siteOrigin}/messages/${threadId}`;
    const content = { from: formatNameWithHandle(author), verb: getMessageVerb(kind), title, text: message.content };
    await services.deferredMails.add({
      to: recipient.email,
      userId: recipientId,
      event: { key: `mail#message#${messageId}`, kind: logFields.kind },
      email: emailTemplates.newMessage(href, content, await createUnsubscribeLinks(services, recipient, "messageMail")),
      unread: { threadId, messageId, authorId, requestId: services.newId() },
    });
  });
