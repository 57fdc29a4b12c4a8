import type { DynamoDBStreamEvent } from "aws-lambda";
import { TakedownEntity } from "../../areas/artwork/takedown.entity.ts";
import { reporterEmailTemplates, takedownEmailTemplates } from "../../areas/artwork/takedown-email-templates.ts";
import { isRestored } from "../../areas/artwork/takedowns.ts";
import { findReportersNotice } from "../../areas/support/find-notice.ts";
import { type MailServices, mailOnce, mailOnceTo } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, parseImage } from "./consume.ts";

/** In place of a user's id in the record of a mail to who reported something. */
const REPORTER = "reporter";

/** Tells an owner and who reported the artwork that it was taken down, that the owner answered, and that it was restored. */
export const mailTakedowns = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async (record) => {
    const takedown = parseImage(record, "NewImage", TakedownEntity);
    if (!takedown) return;
    const { artworkId, takedownId, ownerId, reporter, answeredAt, restoredAt } = takedown;
    const state = isRestored(takedown) ? "restored" : answeredAt ? "answered" : "takenDown";
    const at = restoredAt ?? answeredAt;
    // An answer is to all notices of an artwork at once, so its owner hears of it once.
    const what = at ? `${artworkId}#${at}` : takedownId;
    const event = { key: `mail#${state}#${what}`, kind: `artwork ${state}` };
    const email = takedownEmailTemplates[state](`${services.siteOrigin}/my_artwork`, takedown);
    await mailOnce(services, ownerId, event, email);

    const notice = await findReportersNotice(services.table, reporter);
    if (!notice) return;
    const reporterEvent = { key: `mail#${state}#${takedownId}`, kind: `notice ${state}` };
    // A notice's own link may hold words of whoever sent it, in a mail to whom they named.
    const href = `${services.siteOrigin}/artwork/${artworkId}`;
    const answer = reporterEmailTemplates[state](href, takedown, services.mail.operators);
    await mailOnceTo(notice.email, services, REPORTER, reporterEvent, answer);
  });
