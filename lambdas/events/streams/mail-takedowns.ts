import type { DynamoDBStreamEvent } from "aws-lambda";
import { TakedownEntity } from "../../areas/artwork/takedown.entity.ts";
import { reporterEmailTemplates, takedownEmailTemplates } from "../../areas/artwork/takedown-email-templates.ts";
import { isRestored } from "../../areas/artwork/takedowns.ts";
import { findReportersNotice } from "../../areas/support/find-notice.ts";
import { type MailServices, mailOnce, mailOnceTo } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, parseImage } from "./consume.ts";

/** Replaces the user's id in the record of a mail to a reporter. */
const REPORTER = "reporter";

/** Mails an artwork's owner and reporter about its takedown, the owner's answer and its restoration. */
export const mailTakedowns = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async (record) => {
    const takedown = parseImage(record, "NewImage", TakedownEntity);
    if (!takedown) return;
    const { artworkId, takedownId, ownerId, reporter, answeredAt, restoredAt } = takedown;
    const state = isRestored(takedown) ? "restored" : answeredAt ? "answered" : "takenDown";
    const at = restoredAt ?? answeredAt;
    // An answer covers all reports of an artwork, so its owner gets one mail.
    const what = at ? `${artworkId}#${at}` : takedownId;
    const event = { key: `mail#${state}#${what}`, kind: `artwork ${state}` };
    const email = takedownEmailTemplates[state](`${services.siteOrigin}/my_artwork`, takedown);
    await mailOnce(services, ownerId, event, email);

    const notice = await findReportersNotice(services.table, reporter);
    if (!notice) return;
    const reporterEvent = { key: `mail#${state}#${takedownId}`, kind: `notice ${state}` };
    // A report's own link may contain text by its sender, who also chose the mail's recipient.
    const href = `${services.siteOrigin}/artwork/${artworkId}`;
    const answer = reporterEmailTemplates[state](href, takedown, services.mail.operators);
    await mailOnceTo(notice.email, services, REPORTER, reporterEvent, answer);
  });
