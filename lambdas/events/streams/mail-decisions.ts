import type { DynamoDBStreamEvent } from "aws-lambda";
import { CaseEntity } from "../../areas/cases/case.entity.ts";
import { composeDecisionMails } from "../../areas/cases/decision-mails.ts";
import type { CaseItem } from "../../areas/cases/find-cases.ts";
import type { MailServices } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, parseImage } from "./consume.ts";
import { sendDecisionMail } from "./send-decision-mail.ts";

/** The action that reopening a case was, as far as this mails it; takedowns of artwork have mails of their own. */
function getUndoing(before: CaseItem | undefined) {
  if (before?.outcome === "mark_mature") return "unmark_mature";
  return before?.outcome === "take_down" && before.announcementId ? "restore" : undefined;
}

/** Mails those concerned about the decision of a case, and the owner when a mark as mature or an announcement's takedown is undone. */
export const mailDecisions = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async (record) => {
    const [before, decided] = [parseImage(record, "OldImage", CaseEntity), parseImage(record, "NewImage", CaseEntity)];
    if (!decided || decided.closedAt === before?.closedAt) return;
    const { caseId, closedAt, outcome, reason = "" } = decided;
    const decision = closedAt ? outcome : getUndoing(before);
    if (!decision) return;
    const mails = await composeDecisionMails(services, { ...decided, outcome: decision, reason });
    for (const mail of mails) {
      await sendDecisionMail(services, `mail#${decision}#${caseId}#${closedAt ?? before?.closedAt}#${mail.to}`, mail);
    }
  });
