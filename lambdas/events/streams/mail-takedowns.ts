import type { DynamoDBStreamEvent } from "aws-lambda";
import { TakedownEntity } from "../../areas/artwork/takedown.entity.ts";
import { buildAnswerCaseId, findOpenTakedowns, isReported, isRestored } from "../../areas/artwork/takedowns.ts";
import { openCase } from "../../areas/cases/change-cases.ts";
import { composeTakedownMails } from "../../areas/cases/decision-mails.ts";
import type { MailServices } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, parseImage } from "./consume.ts";
import { sendDecisionMail } from "./send-decision-mail.ts";

/**
 * Mails an artwork's owner and reporter about its takedown, the owner's answer and its restoration. An answer becomes a case,
 * due on the day from which the artwork may return.
 */
export const mailTakedowns = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async (record) => {
    const takedown = parseImage(record, "NewImage", TakedownEntity);
    if (!takedown) return;
    const { artworkId, takedownId, answeredAt, restoreFrom, restoredAt } = takedown;
    const state = isRestored(takedown) ? "restored" : answeredAt ? "answered" : "takenDown";
    if (state === "answered" && answeredAt && restoreFrom) {
      // An answer covers all reports of an artwork, so they have one case and one id.
      const caseId = buildAnswerCaseId(artworkId, answeredAt);
      const { answer: text, ownerId: authorId, title } = takedown;
      const opened = { kind: "counter_notice", caseId, artworkId, authorId, title, text, dueAt: restoreFrom } as const;
      await openCase(services.table, opened, services.now());
    }
    const at = restoredAt ?? answeredAt;
    // The owner gets one mail about all reports that were answered or restored together.
    const ownerEvent = at ? `${artworkId}#${at}` : takedownId;
    const open = state === "takenDown" ? [] : await findOpenTakedowns(services.table, artworkId);
    const changes =
      state === "restored" ? { staysDown: open.length > 0 } : { isReported: [takedown, ...open].some(isReported) };
    const composing = { ...services, operators: services.mail.operators };
    const mails = await composeTakedownMails(composing, state, { ...takedown, ...changes });
    for (const mail of mails) {
      await sendDecisionMail(services, `mail#${state}#${mail.to === "owner" ? ownerEvent : takedownId}`, mail);
    }
  });
