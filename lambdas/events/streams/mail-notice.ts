import { isWanted, NOTIFICATION_KINDS } from "#shared/model/notifications.ts";
import { sentenceParts } from "#shared/rules/notification-sentence.ts";
import { hasBlocked } from "../../areas/messages/find-blocks.ts";
import type { NotificationDraft } from "../../areas/notifications/deliver-notification.ts";
import { buildLink } from "../../areas/notifications/find-notifications.ts";
import { findPeople } from "../../areas/users/find-people.ts";
import { findOpenUser } from "../../areas/users/open-account.ts";
import { unsubscribeAddresses } from "../../areas/users/unsubscribe-addresses.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { holdMail, type MailServices, mailOnceTo, processOnce, sendOrDefer } from "../../platform/mail/mail-once.ts";
import { isSummarized } from "../../platform/mail/open-deferred-mails.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { takeReceivedMail } from "../../platform/throttle/throttle.ts";

/**
 * Mails a notification once if its recipient wants this kind by mail: of daily combined ones, the first within a month; of
 * others, a few per hour and then a summary. Nobody is mailed about their own or blocked people's actions.
 */
export async function mailNotice(draft: NotificationDraft, services: MailServices & BaseServices) {
  const { userId, type, event, gather, title = "", actorId } = draft;
  const { mail } = NOTIFICATION_KINDS[type];
  if (!mail || actorId === userId) return;
  const reader = await findOpenUser(services.table, userId);
  if (!reader || !isWanted(reader.notices, mail) || (await hasBlocked(services.table, userId, actorId))) return;
  const notice = { key: `mail#${type}#${event}`, kind: `${type}Notice` };
  await processOnce(services, userId, notice, async () => {
    if (isSummarized(mail)) {
      const until = await takeReceivedMail(services, mail, userId);
      if (until !== undefined) {
        await holdMail(services, { userId, notice: mail, until });
        return "done";
      }
    }
    const getPerson = await findPeople(services.table, [userId, actorId]);
    const titled = { ...draft, title, ...(gather === undefined ? {} : { count: 1 }) };
    const { who, handle, did, what } = sentenceParts({ ...titled, actor: getPerson(actorId) });
    const email = emailTemplates.notice(
      `${services.siteOrigin}${buildLink(draft, getPerson(userId))}`,
      [who, ...(handle ? [handle] : []), did, ...(what ? [`“${what}”`] : [])].join(" "),
      await unsubscribeAddresses(services, reader, mail),
    );
    if (gather === undefined) return sendOrDefer(reader.email, services, userId, notice, email);
    await mailOnceTo(reader.email, services, userId, { ...notice, key: `mail#${gather}` }, email);
    return "done";
  });
}
