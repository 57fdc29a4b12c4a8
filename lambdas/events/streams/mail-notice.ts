import { isWanted, NOTIFICATION_KINDS } from "#shared/model/notifications.ts";
import { toSentenceParts } from "#shared/rules/notification-sentence.ts";
import { hasBlocked } from "../../areas/messages/find-blocks.ts";
import type { NotificationDraft } from "../../areas/notifications/deliver-notification.ts";
import { buildLink } from "../../areas/notifications/find-notifications.ts";
import { findPeople } from "../../areas/users/find-people.ts";
import { findOpenUser } from "../../areas/users/open-account.ts";
import { createUnsubscribeLinks } from "../../areas/users/unsubscribe-links.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { holdMail, type MailServices, mailOnceTo, processOnce, sendOrDefer } from "../../platform/mail/mail-once.ts";
import { isSummarized } from "../../platform/mail/open-deferred-mails.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { countReceivedMail } from "../../platform/throttle/throttle.ts";

/**
 * Mails a notification once if its recipient wants this kind by mail: of daily combined ones, the first within a month; of
 * others, a few per hour and then a summary. Nobody is mailed about their own or blocked people's actions.
 */
export async function mailNotice(draft: NotificationDraft, services: MailServices & BaseServices) {
  const { userId, type, event, groupKey, title = "", actorId } = draft;
  const { mail } = NOTIFICATION_KINDS[type];
  if (!mail || actorId === userId) return;
  const reader = await findOpenUser(services.table, userId);
  if (!reader || !isWanted(reader.notices, mail) || (await hasBlocked(services.table, userId, actorId))) return;
  const notice = { key: `mail#${type}#${event}`, kind: `${type}Notice` };
  await processOnce(services, userId, notice, async () => {
    if (isSummarized(mail)) {
      const until = await countReceivedMail(services, mail, userId);
      if (until !== undefined) {
        await holdMail(services, { userId, notice: mail, until });
        return "done";
      }
    }
    const getPerson = await findPeople(services.table, [userId, actorId]);
    const titled = { ...draft, title, ...(groupKey === undefined ? {} : { count: 1 }) };
    const { subject, handle, verb, object } = toSentenceParts({ ...titled, actor: getPerson(actorId) });
    const email = emailTemplates.notice(
      `${services.siteOrigin}${buildLink(draft, getPerson(userId))}`,
      [subject, ...(handle ? [handle] : []), verb, ...(object ? [`“${object}”`] : [])].join(" "),
      await createUnsubscribeLinks(services, reader, mail),
    );
    if (groupKey === undefined) return sendOrDefer(reader.email, services, userId, notice, email);
    await mailOnceTo(reader.email, services, userId, { ...notice, key: `mail#${groupKey}` }, email);
    return "done";
  });
}
